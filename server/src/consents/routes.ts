import { listConsents } from './list-consents.ts'
import { recordConsent } from './record-consent.ts'

export const consentRoutes = [listConsents, recordConsent]
