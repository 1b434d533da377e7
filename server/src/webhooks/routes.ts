import { countPredialAnswers } from './count-predial-answers.ts'
import { listPredialAnswers } from './list-predial-answers.ts'
import { listUnclaimedVoiceEvents } from './list-unclaimed-voice-events.ts'
import { listVoiceWebhooks } from './list-voice-webhooks.ts'
import { receiveVoiceEvent } from './receive-voice-event.ts'
import { setVoiceSecret } from './set-voice-secret.ts'

export const voiceWebhookRoutes = [
  receiveVoiceEvent,
  listVoiceWebhooks,
  setVoiceSecret,
  countPredialAnswers,
  listPredialAnswers,
  listUnclaimedVoiceEvents,
]
