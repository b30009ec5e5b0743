import type { AnswerPerson, Person } from '#shared/contracts/person.ts'
import type { DetailedAnswer, SearchAnswer } from '#shared/contracts/search.ts'

/** Whether an answer has the details of somebody, beside what a row of a list shows. */
export const isDetailed = (person: AnswerPerson): person is Person => 'summary' in person

/** Whether an answer has the details of everybody. */
export const hasDetails = (answer: SearchAnswer): answer is DetailedAnswer => answer.persons.every(isDetailed)
