import type { Config } from '../config/config.ts'

/** Tells whether the installation requires a second factor of this role, whatever the workspace chose. */
export function installationRequires(config: Pick<Config, 'requireSecondFactor'>, role: string): boolean {
  const { requireSecondFactor } = config
  return (
    requireSecondFactor === 'everyone' || (requireSecondFactor === 'superadmins' && role === 'superadmin')
  )
}
