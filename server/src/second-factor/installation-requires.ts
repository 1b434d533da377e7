import type { Config } from '../config.ts'

/** Whether the installation requires a second factor of this role, whatever the workspace chooses. */
export function installationRequires(config: Pick<Config, 'requireSecondFactor'>, role: string): boolean {
  const { requireSecondFactor } = config
  return (
    requireSecondFactor === 'everyone' || (requireSecondFactor === 'superadmins' && role === 'superadmin')
  )
}
