import { type BuiltInQuestion, builtInQuestions, contactQuestions } from '@muster/contract/call-queues.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import { translate } from '#texts'
import { maySeeContacts } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'

const labels: Record<BuiltInQuestion, string> = {
  name: /*i18n*/ 'Name',
  email: /*i18n*/ 'Email',
  phone: /*i18n*/ 'Phone',
  location: /*i18n*/ 'Location',
  currentTitle: /*i18n*/ 'Title',
  currentCompany: /*i18n*/ 'Employer',
  profileUrl: /*i18n*/ 'Profile',
  notes: /*i18n*/ 'Notes',
  source: /*i18n*/ 'Source',
}

/** Returns a built-in field that a script asks about, named in the language of the request. */
export function builtInField(builtIn: BuiltInQuestion) {
  return { subject: builtInQuestions[builtIn], key: builtIn, label: translate(labels[builtIn]) }
}

/** Whether the actor sees a built-in field, as in the records of candidates and applications. */
export function maySeeBuiltIn(actor: Actor, builtIn: BuiltInQuestion): boolean {
  return isStaff(actor.role) && (!contactQuestions.includes(builtIn) || maySeeContacts(actor))
}
