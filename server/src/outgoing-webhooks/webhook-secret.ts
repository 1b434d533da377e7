import type { Database } from '../database/connect.ts'
import { openSecret, sealSecret } from '../session/sealed-secret.ts'

interface Place {
  workspaceId: string
  id: string
}

/** The context a webhook's secret is sealed with. */
export const webhookSealContext = ({ workspaceId, id }: Place) =>
  ({ purpose: 'webhook-secrets', place: `${workspaceId}/${id}` }) as const

export function sealWebhookSecret(db: Database, secret: string, place: Place): Promise<string> {
  return sealSecret(db, secret, webhookSealContext(place))
}

export function openWebhookSecret(db: Database, sealed: string, place: Place): Promise<string> {
  return openSecret(db, sealed, webhookSealContext(place))
}
