import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const here = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

describe('the settings', () => {
  it('are each described in docs/operations.md, and no others', async () => {
    const source = await here('./config.ts')
    const read = new Set([...source.matchAll(/env\.([A-Z]\w+)/g)].map(([, name]) => name!))
    const table = (await here('../../docs/operations.md')).split('## Every setting')[1]!
    const described = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!)
    expect(described.toSorted()).toEqual([...read].toSorted())
  })

  it('need none to start with', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      process: 'all',
      metricsPort: null,
      traces: null,
      logLevel: 'warn',
    })
  })

  it('take traces by the usual variables of OpenTelemetry', () => {
    const { traces } = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,host.name=a%20b',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    })
    expect(traces).toMatchObject({
      url: 'http://collector:4318/v1/traces',
      serviceName: 'muster',
      attributes: { 'deployment.environment': 'test', 'host.name': 'a b' },
      ratio: 0.1,
    })
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }
    expect(readConfig(off).traces).toBeNull()
  })

  it('that cannot be used are refused in a line', () => {
    expect(() => readConfig({ MUSTER_LOG_LEVEL: 'loud' })).toThrow(ConfigError)
    expect(() => readConfig({ MUSTER_METRICS_PORT: '99999' })).toThrow(
      'MUSTER_METRICS_PORT must be 0 to 65535',
    )
    expect(() =>
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' }),
    ).toThrow('0 to 1')
  })
})
