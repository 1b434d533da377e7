import { connectionOptions } from '@muster/server/database/session-settings.ts'
import Fastify from 'fastify'
import pg from 'pg'
import type { Statement } from './serve-muster.ts'

// What the server is measured against: Fastify and pg, the same statements, no sign-in, no checks, no shapes.
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL!,
  max: 20,
  options: connectionOptions,
})
let statements: Statement[] = []

const app = Fastify()
app.get('/', async () => {
  const answers = []
  for (const { text, values } of statements) answers.push((await pool.query(text, values)).rows)
  return answers
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.send?.('ready')

process.on('message', (message) => {
  statements = message as Statement[]
  process.send?.('taken')
})
process.on('disconnect', () => void app.close().then(() => process.exit(0)))
