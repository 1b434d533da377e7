import { createAgent, updateAgent } from '@muster/contract/agents.ts'
import { getCall, listCalls } from '@muster/contract/calls.ts'
import * as contract from '@muster/contract/voice-webhooks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { rowsThatName } from '../testing/dump-tables.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { addApplication } from './testing/add-application.ts'
import { installationSecrets, type Report, sendReport } from './testing/send-report.ts'

type Provider = contract.VoiceProvider
const providers = contract.voiceProviders
/** Twilio's reports name no agent. */
const withAgents = providers.filter((provider) => provider !== 'twilio')

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ config: { voiceSecrets: installationSecrets } })
})

afterAll(() => server?.stop())

async function newAdmin(): Promise<TestUser> {
  const { workspaceId } = await server.addWorkspace()
  return server.addUser(workspaceId, 'admin')
}

/** The victim and the attacker. */
async function victimAndAttacker() {
  return { victim: await newAdmin(), attacker: await newAdmin() }
}

async function setSecret(as: TestUser, provider: Provider, secret: string | null): Promise<void> {
  const { status } = await server.call(contract.setVoiceSecret, {
    as,
    params: { provider },
    body: { secret },
  })
  expect(status).toBe(200)
}

const ownSecretOf = ({ workspaceId }: TestUser) => `own secret of ${workspaceId}`
const withWorkspace = ({ workspaceId }: TestUser) => ({ query: { workspace: workspaceId } })
const asOwn = (as: TestUser) => ({ ...withWorkspace(as), secret: ownSecretOf(as) })

const send = (provider: Provider, report: Report, how?: Parameters<typeof sendReport>[3]) =>
  sendReport(server, provider, report, how)

function newCall() {
  const callId = `call-${newId()}`
  const recordingUrl = `https://recordings.example/${newId()}.wav`
  const started: Report = { callId, stage: 'started' }
  const ended: Report = { callId, stage: 'ended', recordingUrl }
  return { callId, recordingUrl, started, ended }
}

async function callsOf(as: TestUser) {
  const { body } = await server.call(listCalls, { as })
  return Promise.all(
    body.items.map(async ({ id }) => (await server.call(getCall, { as, params: { id } })).body),
  )
}

const recordingsOf = async (as: TestUser) => (await callsOf(as)).map(({ recordingUrl }) => recordingUrl)
const lifecyclesOf = async (as: TestUser) => (await callsOf(as)).map(({ lifecycle }) => lifecycle)

function enterAgent(as: TestUser, provider: Provider, providerAgentId: string) {
  return server.call(createAgent, { as, body: { name: 'Nova', kind: 'voice', provider, providerAgentId } })
}

describe.each(providers)('a guessed call id of %s', (provider) => {
  it('reveals nothing of the call to the workspace that reported it first with its own secret', async () => {
    const { victim, attacker } = await victimAndAttacker()
    await setSecret(attacker, provider, ownSecretOf(attacker))
    const { id: applicationId } = await addApplication(server, victim)
    const { callId, recordingUrl, started, ended } = newCall()
    expect((await send(provider, started, asOwn(attacker))).status).toBe(200)
    const answer = await send(provider, { ...ended, applicationId })
    expect(answer).toMatchObject({ status: 200, body: { result: 'recorded' } })
    expect(await recordingsOf(victim)).toEqual([recordingUrl])
    expect(await lifecyclesOf(attacker)).toEqual(['in_progress'])
    // Without naming a workspace, the report continues the call that the same secret began.
    const later = `https://recordings.example/${newId()}.wav`
    await send(provider, { callId, stage: 'ended', recordingUrl: later })
    const rows = await rowsThatName(server, [later])
    expect(rows).toMatch(/^calls /)
    expect(rows).toContain(victim.workspaceId)
    expect(rows).not.toContain(attacker.workspaceId)
    expect(await recordingsOf(attacker)).toEqual([null])
    expect(await rowsThatName(server, [recordingUrl])).not.toContain(attacker.workspaceId)
  })

  it('reveals nothing either when the URL names the victim', async () => {
    const { victim, attacker } = await victimAndAttacker()
    await setSecret(attacker, provider, ownSecretOf(attacker))
    const { started, ended, recordingUrl } = newCall()
    await send(provider, started, asOwn(attacker))
    expect((await send(provider, ended, withWorkspace(victim))).status).toBe(200)
    expect(await recordingsOf(victim)).toEqual([recordingUrl])
    expect(await recordingsOf(attacker)).toEqual([null])
  })

  it('does not transfer the call when the attacker removes their own secret again', async () => {
    const { victim, attacker } = await victimAndAttacker()
    await setSecret(attacker, provider, ownSecretOf(attacker))
    const { started, ended, recordingUrl } = newCall()
    await send(provider, started, asOwn(attacker))
    await setSecret(attacker, provider, null)
    const nameless = await send(provider, ended)
    expect(nameless).toEqual({ status: 202, body: { result: 'unclaimed', callId: null } })
    await send(provider, ended, withWorkspace(victim))
    expect(await recordingsOf(victim)).toEqual([recordingUrl])
    expect(await recordingsOf(attacker)).toEqual([null])
  })

  it('neither changes, ends nor blocks the call that began first', async () => {
    const { victim, attacker } = await victimAndAttacker()
    await setSecret(attacker, provider, ownSecretOf(attacker))
    const { started, ended, recordingUrl } = newCall()
    const begun = await send(provider, started, withWorkspace(victim))
    const poison = { ...ended, recordingUrl: 'https://attacker.example/1.wav' }
    const answer = await send(provider, poison, asOwn(attacker))
    expect(answer.body.callId).not.toBe(begun.body.callId)
    expect(await lifecyclesOf(victim)).toEqual(['in_progress'])
    expect(
      (await send(provider, poison, { ...withWorkspace(victim), secret: ownSecretOf(attacker) })).status,
    ).toBe(401)
    await send(provider, ended, withWorkspace(victim))
    expect(await recordingsOf(victim)).toEqual([recordingUrl])
    const { id } = (await callsOf(victim))[0]!
    expect((await server.call(getCall, { as: attacker, params: { id } })).status).toBe(404)
  })

  it('is a separate call in each of two workspaces with their own secrets', async () => {
    const { victim, attacker } = await victimAndAttacker()
    const { started, ended } = newCall()
    for (const as of [attacker, victim]) await setSecret(as, provider, ownSecretOf(as))
    for (const as of [attacker, victim]) await send(provider, started, asOwn(as))
    await send(provider, ended, asOwn(attacker))
    expect(await lifecyclesOf(victim)).toEqual(['in_progress'])
    expect(await lifecyclesOf(attacker)).toEqual(['no_answer'])
  })
})

describe.each(providers)('a call of %s that began with a workspace’s own secret', (provider) => {
  it('is not continued by the installation’s secret, whatever the report names', async () => {
    const { victim } = await victimAndAttacker()
    const { id: applicationId } = await addApplication(server, victim)
    await setSecret(victim, provider, ownSecretOf(victim))
    const { started, ended, recordingUrl } = newCall()
    await send(provider, started, asOwn(victim))
    const { workspaceId } = victim
    for (const names of [{}, { applicationId }, { workspaceId }]) {
      const poison = { ...ended, ...names, recordingUrl: `${recordingUrl}${Object.keys(names)}` }
      expect((await send(provider, poison)).status).toBe(202)
    }
    expect((await send(provider, ended, withWorkspace(victim))).status).toBe(401)
    await setSecret(victim, provider, null)
    expect((await send(provider, ended, withWorkspace(victim))).status).toBe(202)
    expect(await lifecyclesOf(victim)).toEqual(['in_progress'])
  })

  it('continues when the workspace changes its secret', async () => {
    const { victim } = await victimAndAttacker()
    await setSecret(victim, provider, ownSecretOf(victim))
    const { started, ended, recordingUrl } = newCall()
    await send(provider, started, asOwn(victim))
    await setSecret(victim, provider, 'the next one')
    expect((await send(provider, ended, asOwn(victim))).status).toBe(401)
    await send(provider, ended, { ...withWorkspace(victim), secret: 'the next one' })
    expect(await recordingsOf(victim)).toEqual([recordingUrl])
  })
})

describe.each(providers)('a call of %s that began with the installation’s secret', (provider) => {
  it('continues with it and with the own secret that its workspace sets later', async () => {
    const { victim } = await victimAndAttacker()
    const { callId, started, ended, recordingUrl } = newCall()
    await send(provider, started, withWorkspace(victim))
    await setSecret(victim, provider, ownSecretOf(victim))
    expect((await send(provider, ended, asOwn(victim))).status).toBe(200)
    await send(provider, { callId, stage: 'ended', recordingUrl: `${recordingUrl}2` })
    expect(await callsOf(victim)).toMatchObject([{ lifecycle: 'no_answer' }])
    expect((await send(provider, newCall().ended, withWorkspace(victim))).status).toBe(401)
  })

  it.skipIf(provider === 'twilio')('stays in its workspace when its agent id moves to another', async () => {
    const { victim, attacker } = await victimAndAttacker()
    const agentId = newId()
    const { body: agent } = await enterAgent(victim, provider, agentId)
    const { started, ended, recordingUrl } = newCall()
    expect((await send(provider, { ...started, agentId })).status).toBe(200)
    const cleared = { as: victim, params: { id: agent.id }, body: { providerAgentId: null } }
    expect((await server.call(updateAgent, cleared)).status).toBe(200)
    expect((await enterAgent(attacker, provider, agentId)).status).toBe(201)
    await send(provider, { ...ended, agentId })
    expect(await recordingsOf(victim)).toEqual([recordingUrl])
    expect(await callsOf(attacker)).toEqual([])
  })
})

describe.each(providers)('the URL of a report of %s', (provider) => {
  it.each([
    ['an unknown id', newId()],
    ['no id', 'everyone'],
    ['nothing', ''],
    ['an id and more', `${newId()},${newId()}`],
  ])('that names %s as the workspace is looked up nowhere else', async (_, workspace) => {
    const { victim } = await victimAndAttacker()
    const { id: applicationId } = await addApplication(server, victim)
    const { started, ended } = newCall()
    await send(provider, { ...started, applicationId })
    for (const names of [{}, { applicationId }, { workspaceId: victim.workspaceId }])
      expect((await send(provider, { ...ended, ...names }, { query: { workspace } })).status).toBe(202)
    expect(await lifecyclesOf(victim)).toEqual(['in_progress'])
    // A report sent there stays unclaimed, even once the call is known.
    const late = newCall()
    await send(provider, late.ended, { query: { workspace } })
    await send(provider, { ...late.started, applicationId })
    expect(await recordingsOf(victim)).toEqual([null, null])
  })

  it('takes precedence over the application, agent and call of another workspace', async () => {
    const { victim, attacker } = await victimAndAttacker()
    const { id: applicationId } = await addApplication(server, attacker)
    const agentId = newId()
    if (provider !== 'twilio') await enterAgent(attacker, provider, agentId)
    const { started, ended, recordingUrl } = newCall()
    await send(provider, { ...started, applicationId, agentId })
    await send(provider, { ...ended, applicationId, agentId }, withWorkspace(victim))
    expect(await recordingsOf(victim)).toEqual([recordingUrl])
    expect(await callsOf(victim)).toMatchObject([{ application: null, agent: null }])
    expect(await recordingsOf(attacker)).toEqual([null])
  })

  it('takes precedence over a phone number that another workspace has', async () => {
    const { victim, attacker } = await victimAndAttacker()
    const phone = '+13125550142'
    await addApplication(server, attacker, { phone })
    await addApplication(server, victim, { phone })
    expect((await send(provider, { ...newCall().ended, phone })).status).toBe(202)
    await send(provider, { ...newCall().ended, phone }, withWorkspace(victim))
    expect(await callsOf(attacker)).toEqual([])
    expect(await callsOf(victim)).toHaveLength(1)
  })
})

describe.each(providers)('a report of %s signed with a workspace’s own secret', (provider) => {
  it('reaches no other workspace, whatever ids it contains', async () => {
    const { victim, attacker } = await victimAndAttacker()
    const { id: applicationId } = await addApplication(server, victim)
    const agentId = newId()
    if (provider !== 'twilio') await enterAgent(victim, provider, agentId)
    await setSecret(attacker, provider, ownSecretOf(attacker))
    const { workspaceId } = victim
    await send(provider, { ...newCall().ended, applicationId, agentId, workspaceId }, asOwn(attacker))
    expect(await callsOf(victim)).toEqual([])
    expect(await callsOf(attacker)).toMatchObject([{ application: null, agent: null }])
    expect((await send(provider, newCall().ended, { secret: ownSecretOf(attacker) })).status).toBe(401)
  })

  it("does not claim the call's unclaimed reports", async () => {
    const { attacker } = await victimAndAttacker()
    await setSecret(attacker, provider, ownSecretOf(attacker))
    const { started, ended, recordingUrl } = newCall()
    expect((await send(provider, ended)).status).toBe(202)
    expect((await send(provider, started, asOwn(attacker))).status).toBe(200)
    expect(await recordingsOf(attacker)).toEqual([null])
    expect(await rowsThatName(server, [recordingUrl])).toMatch(/^unclaimed_voice_events /)
  })
})

describe.each(providers)('unclaimed reports of a call of %s', (provider) => {
  it('that name one workspace are not claimed by another', async () => {
    const { victim, attacker } = await victimAndAttacker()
    const { id: theirs } = await addApplication(server, victim)
    const { id: applicationId } = await addApplication(server, attacker)
    await setSecret(victim, provider, ownSecretOf(victim))
    const { started, ended, recordingUrl } = newCall()
    expect((await send(provider, { ...ended, applicationId: theirs })).status).toBe(202)
    expect((await send(provider, { ...started, applicationId })).status).toBe(200)
    expect(await recordingsOf(attacker)).toEqual([null])
    await setSecret(victim, provider, null)
    expect((await send(provider, { ...started, applicationId: theirs })).status).toBe(200)
    expect(await recordingsOf(victim)).toEqual([recordingUrl])
  })
})

describe.each(withAgents)('an agent id of %s', (provider) => {
  it('identifies the one workspace that entered it, in any order and without a first report', async () => {
    const { victim, attacker } = await victimAndAttacker()
    const agentId = newId()
    await enterAgent(victim, provider, agentId)
    expect(await enterAgent(attacker, provider, agentId)).toMatchObject({ status: 409 })
    const { started, ended, recordingUrl } = newCall()
    for (const report of [ended, started, ended])
      expect((await send(provider, { ...report, agentId })).status).toBe(200)
    expect(await callsOf(victim)).toMatchObject([
      { recordingUrl, agent: { name: 'Nova' }, lifecycle: 'no_answer' },
    ])
    expect(await callsOf(attacker)).toEqual([])
  })

  it('does not identify a workspace with its own secret, nor one with the same id at another provider', async () => {
    const { victim, attacker } = await victimAndAttacker()
    const agentId = newId()
    const elsewhere = withAgents.find((each) => each !== provider)!
    expect((await enterAgent(attacker, elsewhere, agentId)).status).toBe(201)
    expect((await enterAgent(victim, provider, agentId)).status).toBe(201)
    await setSecret(victim, provider, ownSecretOf(victim))
    expect((await send(provider, { ...newCall().ended, agentId })).status).toBe(202)
    expect(await callsOf(victim)).toEqual([])
    expect(await callsOf(attacker)).toEqual([])
  })
})
