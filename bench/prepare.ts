import { readConfig } from '@muster/server/config/config.ts'
import type { connect } from '@muster/server/database/connect.ts'
import { prepareInstallation } from '@muster/server/installation/first-start.ts'
import { createTelemetry } from '@muster/server/telemetry/telemetry.ts'

export const benchAdmin = { email: 'admin@example.com', password: 'a password for benches' }

/** Prepares an installation like a first start, with `benchAdmin` as its superadmin. */
export async function prepareBench(db: ReturnType<typeof connect>, sample: boolean): Promise<void> {
  const { email: adminEmail, password: adminPassword } = benchAdmin
  const config = { ...readConfig({}), adminEmail, adminPassword, sample }
  const telemetry = createTelemetry(config)
  await prepareInstallation({ db, config, telemetry })
  await telemetry.stop()
}
