import * as contract from '@muster/contract/voice-campaigns.ts'
import { handler } from '../http/handler.ts'
import { exportCampaignPeople } from './export-campaign-people.ts'
import { forecastVoiceCampaign } from './forecast-campaign.ts'
import { listCampaigns, loadCampaign } from './load-campaign.ts'
import { endVoiceCampaign, pauseVoiceCampaign, startVoiceCampaign } from './run-campaign.ts'
import {
  createVoiceCampaign,
  deleteVoiceCampaign,
  restoreVoiceCampaign,
  updateVoiceCampaign,
} from './save-campaign.ts'
import { listVoiceAccounts, setVoiceAccount } from './voice-accounts.ts'

const listVoiceCampaigns = handler(contract.listVoiceCampaigns, async ({ tx, actor }) => ({
  items: await listCampaigns(tx, actor),
}))

const getVoiceCampaign = handler(contract.getVoiceCampaign, ({ tx, actor, params }) =>
  loadCampaign(tx, actor, params.id),
)

export const voiceCampaignRoutes = [
  listVoiceAccounts,
  setVoiceAccount,
  listVoiceCampaigns,
  createVoiceCampaign,
  getVoiceCampaign,
  updateVoiceCampaign,
  deleteVoiceCampaign,
  restoreVoiceCampaign,
  startVoiceCampaign,
  pauseVoiceCampaign,
  endVoiceCampaign,
  forecastVoiceCampaign,
  exportCampaignPeople,
]
