import { fieldsOf, pick, readText } from '../read-values.ts'
import { readMetadataIds } from './read-metadata-ids.ts'

/** The contact whom a campaign of the provider is about to call. */
export interface PredialContact {
  contactId: string | null
  campaignId: string | null
  phone: string | null
  workspaceId: string | null
  applicationId: string | null
}

const messageOf = (body: unknown) => fieldsOf(pick(fieldsOf(body), 'message') ?? body)

/** Whether it is Vapi's question before it dials, which needs an answer and is about no call. */
export function isPredial(body: unknown): boolean {
  return readText(pick(messageOf(body), 'type'), 60)?.toLowerCase() === 'campaign.predial'
}

/** Parses Vapi's `campaign.predial`. */
export function readPredial(body: unknown): PredialContact {
  const message = messageOf(body)
  const contact = fieldsOf(pick(message, 'contact'))
  const overrides = [pick(contact, 'assistant_overrides'), pick(contact, 'squad_overrides')].map(fieldsOf)
  const { workspaceId, applicationId } = readMetadataIds(
    ...overrides.flatMap((each) => [pick(each, 'metadata'), pick(each, 'variable_values')]),
  )
  return {
    contactId: readText(pick(contact, 'id'), 300),
    campaignId: readText(pick(message, 'campaign_id') ?? pick(contact, 'campaign_id'), 300),
    phone: readText(pick(contact, 'number'), 60),
    workspaceId,
    applicationId,
  }
}
