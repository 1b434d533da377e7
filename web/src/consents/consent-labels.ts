import { msg } from '@lingui/core/macro'

export const channelLabels = {
  any: msg`Any channel`,
  calls: msg`All calls`,
  person_call: msg`Calls by people`,
  voice_agent_call: msg`Calls by voice agents`,
  text_message: msg`Text messages`,
  email: msg`Emails`,
}

export const purposeLabels = {
  recruiting: msg`Recruiting`,
  marketing: msg`Marketing`,
}

export const actionLabels = {
  given: msg({ message: 'Given', context: 'consent' }),
  revoked: msg({ message: 'Revoked', context: 'consent' }),
  cleared: msg({ message: 'Reset to not asked', context: 'consent' }),
}

export const stateLabels = {
  unknown: msg`Not asked`,
  given: msg({ message: 'Given', context: 'consent' }),
  revoked: msg({ message: 'Revoked', context: 'consent' }),
}

export const sourceLabels = {
  user: msg`recorded by hand`,
  api: msg`by API`,
  form: msg`on a form`,
  call: msg`in a call`,
  import: msg`by an import`,
  import_undo: msg`by undoing an import`,
  merge: msg`by a merge`,
  unmerge: msg`by undoing a merge`,
  earlier: msg`known before consent history`,
}
