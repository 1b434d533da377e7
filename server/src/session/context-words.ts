/**
 * Words that guessers of this product try first: its name, its trade and its roles. A password made of them counts as
 * guessed. Documented in docs/security.md#passwords; a test compares both.
 */
export const contextWords = [
  'muster',
  'recruiting',
  'recruiter',
  'recruitment',
  'staffing',
  'hiring',
  'candidate',
  'candidates',
  'applicant',
  'application',
  'applications',
  'position',
  'pipeline',
  'workspace',
  'superadmin',
  'admin',
  'administrator',
  'owner',
  'coordinator',
  'manager',
  'reviewer',
  'viewer',
  'agent',
  'company',
  'welcome',
  'sample',
] as const
