/** All matches of a global form that is never empty. `matchAll` would copy the form each time. */
export function allMatches(form: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  form.lastIndex = 0
  for (let match = form.exec(text); match; match = form.exec(text)) matches.push(match)
  return matches
}
