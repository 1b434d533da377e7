/** What may become of the rows of a case. */
export const importCaseChoices = ['leave_out', 'same_person', 'new_person', 'apply_again'] as const

export type ImportCaseChoice = (typeof importCaseChoices)[number]

interface Case {
  /** What holds until somebody chooses; stands first among the choices. */
  choices: readonly [ImportCaseChoice, ...ImportCaseChoice[]]
}

/**
 * What a file can say about people that a person decides, for all rows of the case at once. Nobody is merged with
 * somebody of another name unless this was chosen.
 */
export const importCases = {
  /** The external id is that of somebody whose name does not agree. */
  external_id_of_another: { choices: ['leave_out', 'same_person', 'new_person'] },
  email_of_another: { choices: ['leave_out', 'same_person', 'new_person'] },
  phone_of_another: { choices: ['leave_out', 'same_person', 'new_person'] },
  profile_url_of_another: { choices: ['leave_out', 'same_person', 'new_person'] },
  /** What identifies the row points at different people; the same person is whom the first of it means. */
  several_people: { choices: ['same_person', 'leave_out', 'new_person'] },
  /** The same person on the same position as an earlier row of the file. */
  duplicate_in_file: { choices: ['same_person', 'leave_out', 'new_person'] },
  /** The person is on the position. */
  already_open: { choices: ['same_person', 'leave_out'] },
  /** The person was on the position before and the application ended. */
  already_closed: { choices: ['same_person', 'leave_out', 'apply_again'] },
} as const satisfies Record<string, Case>

export type ImportCase = keyof typeof importCases

export const importCaseKeys = Object.keys(importCases) as [ImportCase, ...ImportCase[]]
