import type { Role } from '@muster/contract/permissions.ts'
import { personName, plain } from './people.ts'
import type { Random } from './random.ts'

export interface StaffUser {
  name: string
  /** Null for the first user, the existing administrator. */
  email: string | null
  role: Role
  /** The reviewer's client. */
  company: number | null
}

export interface StaffAgent {
  name: string
  kind: 'human' | 'voice'
  status: 'available' | 'busy' | 'offline' | 'paused'
  capacity: number
  languages: readonly string[]
  phone: string
  provider: 'vapi' | 'retell' | null
  user: number | null
}

export interface Staff {
  users: readonly StaffUser[]
  agents: readonly StaffAgent[]
  /** Users by task; the coordinator calls, recruiters do the rest. */
  recruiters: readonly number[]
  coordinator: number
  hiringManager: number
  reviewer: number
  voiceAgents: readonly number[]
  humanAgents: readonly number[]
}

const user = (name: string, role: Role, company: number | null = null): StaffUser => ({
  name,
  email: `${name.split(' ').map(plain).join('.')}@example.com`,
  role,
  company,
})

const sampleUsers: readonly StaffUser[] = [
  { name: 'Ines Roth', email: null, role: 'superadmin', company: null },
  user('Mats Keller', 'recruiter'),
  user('Dana Whitfield', 'recruiter'),
  user('Tobias Lang', 'coordinator'),
  user('Renee Castillo', 'hiring_manager'),
  user('Grace Holloway', 'client_reviewer', 0),
  user('Samir Haddad', 'viewer'),
]

const voice = (name: string, provider: 'vapi' | 'retell', line: number): StaffAgent => ({
  name,
  kind: 'voice',
  status: 'available',
  capacity: 20,
  languages: provider === 'vapi' ? ['en', 'es'] : ['en'],
  phone: `+1217555${String(line).padStart(4, '0')}`,
  provider,
  user: null,
})

const human = (
  name: string,
  userIndex: number | null,
  line: number,
  rest: Partial<StaffAgent> = {},
): StaffAgent => ({
  name,
  kind: 'human',
  status: 'available',
  capacity: 1,
  languages: ['en'],
  phone: `+1217555${String(line).padStart(4, '0')}`,
  provider: null,
  user: userIndex,
  ...rest,
})

/** What one recruiter handles in some years. */
const applicationsPerRecruiter = 5_000

/** Plans the sample's staff: six users of different roles and six agents; more recruiters at larger sizes. */
export function planStaff(applications: number, random: Random): Staff {
  const more = Math.max(0, Math.ceil(applications / applicationsPerRecruiter) - 2)
  const users = [...sampleUsers]
  for (let number = 0; number < more; number += 1) {
    const { given, family } = personName(random.int(3), number)
    users.push({
      name: `${given} ${family}`,
      email: `${plain(given)}.${plain(family)}.${number + 1}@example.com`,
      role: 'recruiter',
      company: null,
    })
  }
  const recruiters = [0, 1, 2, ...Array.from({ length: more }, (_, number) => sampleUsers.length + number)]
  const agents = [
    voice('Nova', 'vapi', 100),
    voice('Juno', 'retell', 101),
    human('Mats Keller', 1, 102),
    human('Dana Whitfield', 2, 103, { status: 'busy' }),
    human('Tobias Lang', 3, 104, { languages: ['en', 'de'] }),
    human('Kayla Brooks', null, 105, { status: 'offline', languages: ['en', 'es'] }),
    ...recruiters.slice(3).map((index) => human(users[index]!.name, index, 103 + index)),
  ]
  return {
    users,
    agents,
    recruiters,
    coordinator: 3,
    hiringManager: 4,
    reviewer: 5,
    voiceAgents: [0, 1],
    humanAgents: agents.flatMap((agent, index) => (agent.kind === 'human' ? [index] : [])),
  }
}
