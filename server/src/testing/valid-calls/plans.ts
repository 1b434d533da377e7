import { nothing, type ValidCalls } from './valid-call.ts'

/** Plans, and what is used of them. */
export const planCalls: ValidCalls = {
  getUsage: nothing,
}
