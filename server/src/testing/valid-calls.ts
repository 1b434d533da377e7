import { adminCalls } from './valid-calls/admin.ts'
import { applicationCalls } from './valid-calls/applications.ts'
import { callCalls } from './valid-calls/calls.ts'
import { customFieldCalls } from './valid-calls/custom-fields.ts'
import { everydayCalls } from './valid-calls/everyday.ts'
import { importCalls } from './valid-calls/imports.ts'
import { integrationCalls } from './valid-calls/integrations.ts'
import { peopleCalls } from './valid-calls/people.ts'
import { planCalls } from './valid-calls/plans.ts'
import { positionCalls } from './valid-calls/positions.ts'
import { privacyCalls } from './valid-calls/privacy.ts'
import { reportCalls } from './valid-calls/reports.ts'
import { signInCalls } from './valid-calls/sign-in.ts'
import { userCalls } from './valid-calls/users.ts'
import type { ValidCalls } from './valid-calls/valid-call.ts'

/** Endpoint name → a call that succeeds in a seeded workspace and names every row it can. */
export const validCalls: ValidCalls = {
  ...signInCalls,
  ...userCalls,
  ...peopleCalls,
  ...positionCalls,
  ...applicationCalls,
  ...customFieldCalls,
  ...importCalls,
  ...everydayCalls,
  ...callCalls,
  ...reportCalls,
  ...integrationCalls,
  ...privacyCalls,
  ...planCalls,
  ...adminCalls,
}
