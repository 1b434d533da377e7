/**
 * Words that attackers of this product try first: its name, its field and its roles. A password made of them counts as
 * guessed. docs/security.md#passwords lists them; a test compares both.
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
