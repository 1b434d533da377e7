import type { Database } from '../database/connect.ts'
import { openSecret, sealSecret } from '../session/sealed-secret.ts'

interface Place {
  workspaceId: string
  id: string
}

/** What a webhook's secret is sealed for. */
export const sealedForWebhook = ({ workspaceId, id }: Place) =>
  ({ purpose: 'webhook-secrets', place: `${workspaceId}/${id}` }) as const

export function sealWebhookSecret(db: Database, secret: string, place: Place): Promise<string> {
  return sealSecret(db, secret, sealedForWebhook(place))
}

export function openWebhookSecret(db: Database, sealed: string, place: Place): Promise<string> {
  return openSecret(db, sealed, sealedForWebhook(place))
}
