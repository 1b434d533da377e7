import { createApiKey } from './create-api-key.ts'
import { getApiKey } from './get-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { updateApiKey } from './update-api-key.ts'

export const apiKeyRoutes = [listApiKeys, createApiKey, getApiKey, updateApiKey, revokeApiKey]
