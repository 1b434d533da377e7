import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { personName, plain } from '@muster/server/sample/people.ts'
import { createRandom } from '@muster/server/sample/random.ts'

const positionNames = [
  'Night nurse',
  'Forklift driver',
  'Line cook',
  'Data engineer',
  'Electrician',
  'Sales rep',
]

/** The positions that the files name. */
export const importPositions: readonly string[] = Array.from(
  { length: 120 },
  (_, n) => `${positionNames[n % positionNames.length]} ${Math.floor(n / positionNames.length) + 1}`,
)

const statuses = ['Applied', 'Applied', 'Applied', 'Screening', 'Interview', 'Offer', 'Hired', 'Rejected']
const sources = ['Indeed', 'LinkedIn', 'Referral', 'Job fair', 'Website', '']
const areas = ['212', '312', '415', '602', '713', '206', '305', '617', '404', '503']

interface Person {
  name: string
  email: string
  phone: string
  position: number
}

const groups = 6

function personOf(number: number): Person {
  const { given, family } = personName(number % groups, Math.floor(number / groups))
  const local = 2_000_000 + ((number * 7_919) % 7_999_999)
  return {
    name: `${given} ${family}`,
    email: `${plain(family).replace(/\W/g, '').slice(0, 8)}${number}@example.com`,
    phone: `${areas[Math.floor(number / 799_999) % areas.length]}${local}`,
    position: (number * 31) % importPositions.length,
  }
}

/** Some have no number; their later rows add it. */
const withoutPhone = 10

/** The custom fields of applications that files may have columns for: types whose cells are read differently. */
export function importFields(count: number) {
  const types = ['text', 'number', 'date', 'boolean'] as const
  return Array.from({ length: count }, (_, n) => ({
    label: `Detail ${n + 1}`,
    type: types[n % types.length]!,
  }))
}

function customCells(count: number, row: number): (string | number)[] {
  return importFields(count).map(({ type }, n) => {
    if (type === 'text') return `note ${(row + n) % 97}`
    if (type === 'number') return (row * 7 + n) % 1_000
    return type === 'date' ? `2026-0${1 + (n % 9)}-1${row % 10}` : (row + n) % 2 ? 'yes' : 'no'
  })
}

/**
 * Writes a table like recruiters' files: about 90 characters per row, so that a million rows stay within the size
 * limit. Of every hundred rows `duplicates` repeat an earlier person: a third unchanged, a third with another position,
 * a third with the missing phone number. `custom` columns are of `importFields`.
 */
export async function writeImportFile(
  path: string,
  { rows, duplicates = 0, custom = 0 }: { rows: number; duplicates?: number; custom?: number },
): Promise<void> {
  const random = createRandom(rows + duplicates)
  const file = createWriteStream(path)
  const headers = ['Name', 'Email', 'Phone', 'Vacancy', 'Status', 'Source', 'Application date']
  let text = `${[...headers, ...importFields(custom).map(({ label }) => label)].join(',')}\n`
  let people = 0
  for (let row = 0; row < rows; row += 1) {
    const comesAgain = people > 1_000 && random.next() * 100 < duplicates
    const how = comesAgain ? random.pick(['same', 'elsewhere', 'filled'] as const) : 'new'
    const earlier = random.int(Math.max(1, people))
    const number = how === 'new' ? people++ : how === 'filled' ? earlier - (earlier % withoutPhone) : earlier
    const { name, email, phone, position } = personOf(number)
    const said = number % withoutPhone === 0 && how !== 'filled' ? '' : phone
    const placed = how === 'elsewhere' ? (position + 1) % importPositions.length : position
    const date = new Date(Date.UTC(2024, 0, 1 + random.int(600))).toISOString().slice(0, 10)
    const cells = [
      name,
      email,
      said,
      importPositions[placed]!,
      random.pick(statuses),
      random.pick(sources),
      date,
      ...customCells(custom, row),
    ]
    text += `${cells.join(',')}\n`
    if (text.length < 256 * 1024) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await finished(file)
}
