import { passwordReset, userBlock, userEdit } from '#shared/rules/admin-users.ts'
import { exceptionEdit, exemptAddress, newException } from '#shared/rules/ip-exception.ts'
import { newsForm } from '#shared/rules/news.ts'
import { paymentConfirmation } from '#shared/rules/payment-confirmation.ts'
import { creditTermsForm } from '#shared/rules/settings.ts'
import { signalClosing } from '#shared/rules/signal.ts'
import { createCheck } from '#site/lib/form-check.ts'

/** The checks of the administrator's forms, in one piece that comes with the first of them. */

export const checkUser = createCheck(userEdit)
export const checkBlock = createCheck(userBlock)
export const checkPassword = createCheck(passwordReset)
export const checkTerms = createCheck(creditTermsForm)
export const checkExemptAddress = createCheck(exemptAddress)
export const checkNewException = createCheck(newException)
export const checkException = createCheck(exceptionEdit)
export const checkConfirmation = createCheck(paymentConfirmation)
export const checkNews = createCheck(newsForm)
export const checkClosing = createCheck(signalClosing)
