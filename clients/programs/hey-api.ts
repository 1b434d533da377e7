import { client } from './generated/hey-api/client.gen.js'
import * as api from './generated/hey-api/sdk.gen.js'

const {
  MUSTER_URL: url,
  MUSTER_EMAIL: email,
  MUSTER_PASSWORD: password,
} = process.env as Record<string, string>
client.setConfig({ baseUrl: `${url}/api/v1`, throwOnError: true })

const { data: signedIn } = await api.login({
  body: { email: email!, password: password! },
  throwOnError: true,
})
client.setConfig({ auth: () => signedIn.access_token })

const { data: company } = await api.createCompany({ body: { name: 'Hey Logistics' }, throwOnError: true })
const { data: position } = await api.createPosition({
  body: { name: 'Welder', companyId: company.id },
  throwOnError: true,
})
const contacted = position.statuses.find(({ type }) => type === 'contacted')!
const { data: candidate } = await api.createCandidate({
  body: { name: 'Bo Lund', tags: ['night shift'] },
  throwOnError: true,
})
const { data: application } = await api.createApplication({
  body: { candidateId: candidate.id, positionId: position.id },
  throwOnError: true,
})
const { data: moved } = await api.moveApplications({
  path: { id: position.id },
  body: { applicationIds: [application.id], toStatusId: contacted.id },
  throwOnError: true,
})
if (!moved.batchId) throw new Error('The move changed nothing')

const { data: page } = await api.listApplications({
  query: { positionId: [position.id], limit: 10, sort: 'updatedAt' },
  throwOnError: true,
})
if (page.items[0]?.status.id !== contacted.id) throw new Error('The list has another status')

const refused = await api.createCandidate({
  // @ts-expect-error A misspelled field is refused before it is sent, and by the server.
  body: { name: 'Bo Lund', emial: 'bo@example.com' },
  throwOnError: false,
})
if (refused.error?.code !== 'VALIDATION') throw new Error('The misspelled field was accepted')

const { data: exported } = await api.exportApplications({
  query: { positionId: [position.id], columns: ['candidate', 'status'] },
  parseAs: 'text',
  throwOnError: true,
})
console.log(String(exported).trim().split(/\r?\n/).at(-1))
