/** The choices for the rows of a case. */
export const importCaseChoices = ['leave_out', 'same_person', 'new_person', 'apply_again'] as const

export type ImportCaseChoice = (typeof importCaseChoices)[number]

interface Case {
  /** The first choice is the default. */
  choices: readonly [ImportCaseChoice, ...ImportCaseChoice[]]
}

/**
 * Cases that a user decides for all their rows at once. People with different names are merged only if this was
 * chosen.
 */
export const importCases = {
  /** The external ID belongs to a person with another name. */
  external_id_of_another: { choices: ['leave_out', 'same_person', 'new_person'] },
  email_of_another: { choices: ['leave_out', 'same_person', 'new_person'] },
  phone_of_another: { choices: ['leave_out', 'same_person', 'new_person'] },
  profile_url_of_another: { choices: ['leave_out', 'same_person', 'new_person'] },
  /** The row's contact data belongs to different people; the first match decides who it means. */
  several_people: { choices: ['same_person', 'leave_out', 'new_person'] },
  /** The same person on the same position as an earlier row of the file. */
  duplicate_in_file: { choices: ['same_person', 'leave_out', 'new_person'] },
  /** The person has an open application on the position. */
  already_open: { choices: ['same_person', 'leave_out'] },
  /** The person was on the position before and the application ended. */
  already_closed: { choices: ['same_person', 'leave_out', 'apply_again'] },
} as const satisfies Record<string, Case>

export type ImportCase = keyof typeof importCases

export const importCaseKeys = Object.keys(importCases) as [ImportCase, ...ImportCase[]]
