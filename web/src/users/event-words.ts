import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { listUserActivity } from '@muster/contract/user-activity.ts'
import type { RowOf } from '../api/query.ts'

type Event = NonNullable<RowOf<typeof listUserActivity>['event']>

const words: Record<string, MessageDescriptor> = {
  login: msg`Signed in`,
  'login.failed': msg`Tried to sign in and failed`,
  logout: msg`Signed out`,
  'access.denied': msg`Was refused something they may not do`,
  'session.ended': msg`Ended a session`,
  'session.others_ended': msg`Ended all other sessions`,
  'session.refresh_reused': msg`Was signed out: an old token came back`,
  'password.changed': msg`Changed the password`,
  'password.reset': msg`Set a new password with a mailed link`,
  'password.link_mailed': msg`Was mailed a link to set a password`,
  'second_factor.on': msg`Set up a second factor`,
  'second_factor.off': msg`Removed the second factor`,
  'workspace.changed': msg`Changed the workspace`,
  'candidates.merged': msg`Merged two candidates`,
  'candidates.unmerged': msg`Took a merge back`,
  'import.undone': msg`Undid an import`,
}

/** Those that name whom they are about. */
const aboutSomebody: Record<string, (name: string) => string> = {
  'user.created': (name) => t`Added ${name}`,
  'user.updated': (name) => t`Changed the profile of ${name}`,
  'user.role_changed': (name) => t`Changed the role of ${name}`,
  'user.rights_changed': (name) => t`Changed the rights of ${name}`,
  'user.suspended': (name) => t`Suspended ${name}`,
  'user.activated': (name) => t`Let in again: ${name}`,
  'user.deleted': (name) => t`Deleted ${name}`,
  'user.restored': (name) => t`Restored ${name}`,
}

/** What the audit log has of somebody, in a sentence; what has no words of its own is named as the log does. */
export function eventText({ action, subject }: Event): string {
  const about = aboutSomebody[action]
  if (about && subject?.name) return about(subject.name)
  const known = words[action]
  if (known) return t(known)
  if (/\.exported$/.test(action)) return t`Exported a list`
  return subject?.name ? `${action}: ${subject.name}` : action
}
