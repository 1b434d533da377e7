/** What the agency writes to a client about a person, without assuming a gender. */
export const clientSummaries: readonly string[] = [
  'Worked as {former} in {town} and asked for exactly your {shift}. Has {requirement}, accepts {pay} and can start on {day}.',
  '{first} has {requirement} and lives 20 minutes from your site in {town}. Looking for steady hours on the {shift}, not for a career change.',
  'Comes recommended by a colleague on your {shift}. {requirement}: confirmed with the last employer. Available from {day}.',
  'Long experience as {former}, no missed shifts in the last year. Would like to see the site before starting on {day}.',
  'Leaving the present job for the {shift}, not for the pay: {pay} is fine. Has {requirement}.',
]

/** The questions that this agency answers for its clients, with possible answers. */
export const clientAnswers: readonly { label: string; values: readonly string[] }[] = [
  { label: 'Shift', values: ['{shift}', '{shift}, weekends possible', 'Flexible, prefers the {shift}'] },
  { label: 'Commute', values: ['20 minutes by car', '35 minutes by car', '15 minutes by bus'] },
  { label: 'Earliest start', values: ['{day}', 'Two weeks after the offer', 'At once'] },
  { label: 'Desired pay', values: ['{pay}', '{pay}, negotiable'] },
]

/** A client's questions, with the agency's replies. */
export const clientQuestions: readonly { question: string; reply: string }[] = [
  {
    question: 'Is {requirement} confirmed in writing?',
    reply: 'Yes, the certificate is on file. We bring a copy on the first day.',
  },
  { question: 'Would weekends be a problem?', reply: 'No, two weekends a month are fine.' },
  {
    question: 'Why is {first} leaving the present job?',
    reply: 'The commute. Your site is half as far away.',
  },
  {
    question: 'Could the first day be a trial shift?',
    reply: 'Gladly. {day} works, from the beginning of the {shift}.',
  },
]
