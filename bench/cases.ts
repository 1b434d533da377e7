import pg from 'pg'

/** The rows that cases use, chosen alike in a database of any size. */
export interface Subjects {
  positionId: string
  pipelineId: string
  ownerId: string
  companyId: string
  applicationId: string
  candidateId: string
  email: string
  phone: string
  /** A name that some hundred people share. */
  name: string
}

export interface Case {
  name: string
  path(subjects: Subjects): string
  /** How many pages to walk before the measured one. */
  pages?: number
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const lastWeeks = (what: string) => `${what}From=${daysAgo(28)}`

/** Counts the results of each value of a filter, as the filter bar does. */
const facets = (by: string, values: readonly string[], others = '') =>
  `/applications/facet-counts/?by=${by}&${values.map((value) => `values=${value}`).join('&')}&${others}`

export const cases: readonly Case[] = [
  { name: 'list, newest activity first', path: () => '/applications/' },
  { name: 'list, page 1,000', path: () => '/applications/', pages: 1_000 },
  { name: 'list by name, page 1,000', path: () => '/applications/?sort=candidate', pages: 1_000 },
  { name: 'list by due date', path: () => '/applications/?sort=dueAt' },
  { name: 'list, status type lead', path: () => '/applications/?statusType=lead' },
  { name: 'list, status type closed', path: () => '/applications/?statusType=closed' },
  { name: 'list, open and late', path: () => '/applications/?open=true&late=true' },
  { name: 'list, open', path: () => '/applications/?open=true' },
  { name: 'list, one position', path: ({ positionId }) => `/applications/?positionId=${positionId}` },
  { name: 'list, one company', path: ({ companyId }) => `/applications/?companyId=${companyId}` },
  { name: 'list, one owner', path: ({ ownerId }) => `/applications/?ownerId=${ownerId}` },
  {
    name: 'list, owner and type',
    path: ({ ownerId }) => `/applications/?ownerId=${ownerId}&statusType=interview`,
  },
  { name: 'list, one source', path: () => '/applications/?source=Referral' },
  { name: 'list, one tag', path: () => '/applications/?tag=hazmat' },
  { name: 'list, never called', path: () => '/applications/?neverContacted=true' },
  { name: 'search, an e-mail address', path: ({ email }) => `/applications/?q=${email}` },
  { name: 'search, a phone number', path: ({ phone }) => `/applications/?q=${phone}` },
  { name: 'search, some hundred people', path: ({ name }) => `/applications/?q=${encodeURIComponent(name)}` },
  { name: 'search, a family name', path: () => '/applications/?q=okafor' },
  { name: 'search, two words', path: () => '/applications/?q=amara%20okafor' },
  { name: 'search, a common name', path: () => '/applications/?q=james' },
  { name: 'search, two letters', path: () => '/applications/?q=ma' },
  { name: 'search, nothing found', path: () => '/applications/?q=qqzzxxwwvv' },
  { name: 'board of a position', path: ({ positionId }) => `/board/${positionId}/` },
  { name: 'board of the pipeline', path: ({ pipelineId }) => `/board/${pipelineId}/` },
  {
    name: 'board of the pipeline, by owner',
    path: ({ pipelineId }) => `/board/${pipelineId}/lanes/?group=owner`,
  },
  {
    name: 'board of the pipeline, by company',
    path: ({ pipelineId }) => `/board/${pipelineId}/lanes/?group=company`,
  },
  {
    name: 'board of a position, by owner',
    path: ({ positionId }) => `/board/${positionId}/lanes/?group=owner`,
  },
  { name: 'application details', path: ({ applicationId }) => `/applications/${applicationId}/` },
  { name: 'applicant summary', path: ({ applicationId }) => `/applicant-summary/${applicationId}/` },
  { name: 'application, files', path: ({ applicationId }) => `/applications/${applicationId}/files/` },
  { name: 'possible duplicates', path: ({ candidateId }) => `/candidates/${candidateId}/duplicates/` },
  { name: 'activity of one', path: ({ applicationId }) => `/applications/${applicationId}/activity-logs/` },
  { name: 'sources and tags', path: () => '/applications/facets/' },
  {
    name: 'filter values, status type',
    path: () => facets('statusType', ['lead', 'qualified', 'interview', 'offer', 'hired', 'closed']),
  },
  {
    name: 'filter values, owner',
    path: ({ ownerId }) => facets('ownerId', ['me', 'none', ownerId], 'statusType=interview'),
  },
  {
    name: 'filter values, company',
    path: ({ companyId }) => facets('companyId', [companyId], 'open=true'),
  },
  { name: 'filter values, source', path: () => facets('source', ['Referral', 'Indeed'], 'late=true') },
  { name: 'filter values, tag', path: () => facets('tag', ['hazmat', 'nights'], 'open=true') },
  {
    name: 'filter values, reached',
    path: () => facets('enteredType', ['interview', 'offer'], lastWeeks('entered')),
  },
  { name: 'filter values, of a search', path: () => facets('source', ['Referral', 'Indeed'], 'q=okafor') },
  { name: 'new since a day ago', path: () => `/applications/counts/?open=true&since=${daysAgo(1)}` },
  {
    name: 'new since a year ago, rare',
    path: ({ ownerId }) => `/applications/counts/?ownerId=${ownerId}&tag=hazmat&since=${daysAgo(365)}`,
  },
  { name: 'all of an owner selected', path: ({ ownerId }) => `/applications/selection/?ownerId=${ownerId}` },
  { name: 'deleted applications', path: () => '/applications/?deleted=true' },
  { name: 'deleted candidates', path: () => '/candidates/?deleted=true' },
  { name: 'candidates', path: () => '/candidates/' },
  { name: 'candidates, a family name', path: () => '/candidates/?q=okafor' },
  { name: 'candidate', path: ({ candidateId }) => `/candidates/${candidateId}/` },
  { name: 'positions', path: () => '/positions/' },
  { name: 'position', path: ({ positionId }) => `/positions/${positionId}/` },
  { name: 'position, activity', path: ({ positionId }) => `/positions/${positionId}/activity/` },
  {
    name: 'position, comments',
    path: ({ positionId }) => `/positions/${positionId}/activity/?kind=comment`,
  },
  { name: 'position, people', path: ({ positionId }) => `/positions/${positionId}/people/` },
  { name: 'companies', path: () => '/companies/' },
  { name: 'calls', path: () => '/calls/' },
  { name: 'global search', path: () => '/search/?q=okafor' },
  { name: 'dashboard, key figures', path: () => '/dashboard/metrics/kpi/' },
  { name: 'dashboard, hiring summary', path: () => '/dashboard/analytics/hiring-summary' },
  { name: 'dashboard, daily activity', path: () => '/dashboard/analytics/daily-activity' },
  { name: 'dashboard, status overview', path: () => '/dashboard/leads/status-overview' },
  { name: 'agents', path: () => '/agents/' },
  { name: 'notifications', path: () => '/notifications/' },
]

/**
 * Finds a position, owner and company with about the same number of applications in every size, and one application.
 */
export async function findSubjects(connectionString: string): Promise<Subjects> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const one = async (text: string) => (await client.query<{ id: string }>(text)).rows[0]!.id
  try {
    const nearest = (column: string, wanted: number) =>
      one(`select ${column} as id from applications where ${column} is not null
           group by ${column} order by abs(count(*) - ${wanted}), ${column} limit 1`)
    const positionId = await one(
      `select p.id from positions p join applications a on a.position_id = p.id where p.state = 'open'
       group by p.id order by abs(count(*) - 700), p.id limit 1`,
    )
    const applicationId = await one(
      `select id from applications where position_id = '${positionId}' and call_attempts = 3
       order by abs(reached - 4), id limit 1`,
    )
    return {
      positionId,
      applicationId,
      pipelineId: await one('select id from pipelines where is_default'),
      ownerId: await nearest('owner_id', 2_000),
      companyId: await one(
        `select p.company_id as id from positions p join applications a on a.position_id = p.id
         group by 1 order by abs(count(*) - 1200), 1 limit 1`,
      ),
      candidateId: await one(`select candidate_id as id from applications where id = '${applicationId}'`),
      email: await one(
        `select email as id from candidates where email is not null order by md5(id::text) limit 1`,
      ),
      phone: await one(
        `select ltrim(phone, '+') as id from candidates where phone is not null order by md5(id::text) limit 1`,
      ),
      name: await one(
        `select word as id from applications,
           unnest(array[lower(candidate_name), split_part(lower(candidate_name), ' ', 2)]) as word
         group by word order by abs(count(*) - 100), word limit 1`,
      ),
    }
  } finally {
    await client.end()
  }
}
