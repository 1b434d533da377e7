import twilio from 'twilio'
import { newId } from '../../database/new-id.ts'
import { twilioApp } from '../seed-browser-calls.ts'
import { voiceSecret } from '../test-server.ts'
import { nothing, type ValidCall, type ValidCalls } from './valid-call.ts'

/** Returns a message about a call in the browser, signed as Twilio signs JSON. */
function signedByTwilio(params: Record<string, string>): ValidCall {
  const body = { AccountSid: twilioApp.accountId, CallSid: `CA${newId()}`, CallStatus: 'ringing' }
  const query = { bodySHA256: twilio.getExpectedBodyHash(JSON.stringify(body)) }
  const path = ['/api/v1/webhooks/browser-calls', ...Object.values(params), ''].join('/')
  const url = `http://127.0.0.1:3000${path}?${new URLSearchParams(query)}`
  const signature = twilio.getExpectedTwilioSignature(twilioApp.authToken, url, {})
  return { params, query, body, headers: { 'x-twilio-signature': signature } }
}

/** Calls, reports of voice providers, agents. */
export const callCalls: ValidCalls = {
  listCalls: ({ ids }) => ({
    query: { applicationId: ids.application!, candidateId: ids.candidate!, agentId: ids.agent! },
  }),
  exportCalls: ({ ids }) => ({ query: { positionId: ids.position! } }),
  logCall: ({ ids }) => ({
    body: { applicationId: ids.application, agentId: ids.agent, outcome: 'interested' },
  }),
  getCall: ({ ids }) => ({ params: { id: ids.call! } }),
  updateCall: ({ ids }) => ({ params: { id: ids.call! }, body: { summary: 'Asks about nights' } }),
  deleteCall: ({ ids }) => ({ params: { id: ids.call! } }),
  getBrowserCallSettings: nothing,
  setBrowserCallSettings: () => ({
    body: {
      keyId: twilioApp.keyId,
      keySecret: twilioApp.keySecret,
      appId: twilioApp.appId,
      callerNumber: twilioApp.callerNumber,
    },
  }),
  removeBrowserCallSettings: nothing,
  getBrowserCalls: nothing,
  prepareBrowserCall: ({ ids }) => ({ body: { applicationId: ids.claimedApplication } }),
  dialBrowserCall: ({ workspaceId }) => signedByTwilio({ workspaceId }),
  receiveBrowserCallReport: ({ workspaceId }) => signedByTwilio({ workspaceId, callId: newId() }),
  listCallQueues: nothing,
  createCallQueue: ({ ids }) => ({
    body: {
      name: 'A new queue',
      filters: { positionId: ids.position!, companyId: [ids.company!] },
      laterHours: [24, 72],
      minutesAfter: { no_answer: 240, voicemail: 1440, busy: 30 },
      otherTimeOfDay: true,
      script: 'Hello',
      questions: [
        { fieldId: ids.customField!, text: 'Which license do you have?' },
        { builtIn: 'email', text: 'Is this still your email?' },
      ],
    },
  }),
  getCallQueue: ({ ids }) => ({ params: { id: ids.callQueue! } }),
  updateCallQueue: ({ ids }) => ({
    params: { id: ids.callQueue! },
    body: {
      name: 'Changed',
      filters: { ownerId: ids.user! },
      weekdays: [6, 7],
      laterHours: [48],
      minutesAfter: { busy: 15 },
      questions: [],
    },
  }),
  deleteCallQueue: ({ ids }) => ({ params: { id: ids.callQueue! } }),
  restoreCallQueue: ({ ids }) => ({ params: { id: ids.deletedCallQueue! } }),
  getCallWallboard: () => ({ query: { timezone: 'Europe/Berlin' } }),
  listCallingHours: nothing,
  listCallingPlaces: () => ({ params: { country: 'US' } }),
  createCallingHours: () => ({
    body: {
      ...{ country: 'DE', state: 'BY', publicHolidays: false },
      ...{ weekdays: { from: 540, to: 1080 }, saturday: { from: 600, to: 900 }, sunday: null },
    },
  }),
  updateCallingHours: ({ ids }) => ({
    params: { id: ids.callingHours! },
    body: { weekdays: { from: 540, to: 1200 }, sunday: null },
  }),
  deleteCallingHours: ({ ids }) => ({ params: { id: ids.callingHours! } }),
  countCallQueue: ({ ids }) => ({ params: { id: ids.callQueue! }, query: { campaign: 'with_consent' } }),
  listQueuedPeople: ({ ids }) => ({ params: { id: ids.callQueue! }, query: { limit: '10' } }),
  exportQueuedPeople: ({ ids }) => ({ params: { id: ids.callQueue! }, query: { campaign: 'anyone' } }),
  claimNextCall: ({ ids }) => ({ params: { id: ids.callQueue! }, body: { skip: true } }),
  renewClaim: ({ ids }) => ({
    params: { id: ids.callQueue! },
    body: { applicationId: ids.claimedApplication },
  }),
  releaseClaim: ({ ids }) => ({ params: { id: ids.callQueue! } }),
  receiveVoiceEvent: ({ workspaceId }) => ({
    params: { provider: 'vapi' },
    headers: { 'x-vapi-secret': voiceSecret },
    body: {
      message: {
        type: 'status-update',
        status: 'ringing',
        call: { id: `call of ${workspaceId}`, metadata: { workspaceId } },
      },
    },
  }),
  listVoiceWebhooks: nothing,
  listVoiceAccounts: nothing,
  setVoiceAccount: () => ({ params: { provider: 'retell' }, body: { apiKey: 'a key of ours' } }),
  listVoiceCampaigns: nothing,
  createVoiceCampaign: ({ ids }) => ({
    body: { name: 'A new campaign', queueId: ids.callQueue!, agentId: ids.callingAgent! },
  }),
  getVoiceCampaign: ({ ids }) => ({ params: { id: ids.voiceCampaign! } }),
  updateVoiceCampaign: ({ ids }) => ({
    params: { id: ids.voiceCampaign! },
    body: { name: 'Changed', queueId: ids.callQueue!, agentId: ids.callingAgent!, maxConcurrent: 3 },
  }),
  deleteVoiceCampaign: ({ ids }) => ({ params: { id: ids.voiceCampaign! } }),
  restoreVoiceCampaign: ({ ids }) => ({ params: { id: ids.deletedVoiceCampaign! } }),
  startVoiceCampaign: ({ ids }) => ({ params: { id: ids.voiceCampaign! } }),
  pauseVoiceCampaign: ({ ids }) => ({ params: { id: ids.runningVoiceCampaign! } }),
  endVoiceCampaign: ({ ids }) => ({ params: { id: ids.runningVoiceCampaign! } }),
  forecastVoiceCampaign: ({ ids }) => ({ params: { id: ids.voiceCampaign! } }),
  exportCampaignPeople: ({ ids }) => ({ params: { id: ids.voiceCampaign! } }),
  setVoiceSecret: () => ({ params: { provider: 'retell' }, body: { secret: 'a secret of ours' } }),
  countPredialAnswers: nothing,
  listPredialAnswers: () => ({ query: { eligible: 'false', reason: 'no_consent' } }),
  listUnclaimedVoiceEvents: nothing,
  exportAgents: nothing,
  listAgents: ({ ids }) => ({ query: { positionId: ids.position! } }),
  listAvailableAgents: ({ ids }) => ({ query: { positionId: ids.position!, language: 'en' } }),
  createAgent: ({ ids, mark }) => ({
    body: { name: `New ${mark}`, kind: 'human', userId: ids.user, positionIds: [ids.position] },
  }),
  getAgent: ({ ids }) => ({ params: { id: ids.agent! } }),
  updateAgent: ({ ids }) => ({
    params: { id: ids.agent! },
    body: { status: 'paused', positionIds: [ids.position] },
  }),
  deleteAgent: ({ ids }) => ({ params: { id: ids.agent! } }),
  restoreAgent: ({ ids }) => ({ params: { id: ids.deletedAgent! } }),
}
