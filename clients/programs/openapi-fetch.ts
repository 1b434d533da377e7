import createClient from 'openapi-fetch'
import type { components, paths } from './generated/openapi-typescript.js'

const {
  MUSTER_URL: url,
  MUSTER_EMAIL: email,
  MUSTER_PASSWORD: password,
} = process.env as Record<string, string>
const client = createClient<paths>({ baseUrl: `${url}/api/v1` })

/** Returns the data of an answer, or throws its error. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): NonNullable<Data> {
  if (!data) throw new Error(JSON.stringify(error))
  return data
}

const signedIn = dataOf(await client.POST('/login', { body: { email: email!, password: password! } }))
client.use({
  onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${signedIn.access_token}`),
})

const company = dataOf(await client.POST('/companies', { body: { name: 'Norvik Logistics' } }))
const position: components['schemas']['PositionDetails'] = dataOf(
  await client.POST('/positions', { body: { name: 'Welder', companyId: company.id } }),
)
const contacted = position.statuses.find(({ type }) => type === 'contacted')!
const candidate = dataOf(
  await client.POST('/candidates', { body: { name: 'Ana Lima', tags: ['night shift'] } }),
)
const application = dataOf(
  await client.POST('/applications', { body: { candidateId: candidate.id, positionId: position.id } }),
)
const moved = dataOf(
  await client.POST('/board/{id}/move', {
    params: { path: { id: position.id } },
    body: { applicationIds: [application.id], toStatusId: contacted.id },
  }),
)
if (!moved.batchId) throw new Error('The move changed nothing')

const { data: page } = await client.GET('/applications', {
  params: { query: { positionId: [position.id], limit: 10, sort: 'updatedAt' } },
})
if (page?.items[0]?.status.id !== contacted.id) throw new Error('The list has another status')

// The body's type allows other fields here; the server refuses them.
const refused = await client.POST('/candidates', {
  body: { name: 'Ana Lima', ...{ emial: 'ana@example.com' } },
})
if (refused.error?.code !== 'VALIDATION') throw new Error('The misspelled field was accepted')

const exported = await client.GET('/applications/export', {
  params: { query: { positionId: [position.id], columns: ['candidate', 'status'] } },
  parseAs: 'text',
})
console.log(dataOf(exported).trim().split(/\r?\n/).at(-1))
