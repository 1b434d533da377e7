import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import type { Services } from '../services.ts'
import { storeSampleFile } from './store-sample-file.ts'

/** As many as people look at. */
const mostLicenses = 60

interface Licensed {
  id: string
  name: string
  license: string
  expires: string | null
  applied_at: string
}

/** Returns a copy of a license, a PDF of the size of a card. */
async function licensePdf({ name, license, expires }: Licensed): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [324, 204], margin: 20, info: { Title: `${license}, ${name}` } })
  const bytes = buffer(pdf)
  pdf.roundedRect(8, 8, 308, 188, 10).lineWidth(1).stroke('#777777')
  pdf.font('Helvetica-Bold').fontSize(9).text('SAMPLE, NOT A LICENSE', { characterSpacing: 0.8 })
  pdf.moveDown(1.2).fontSize(24).text(license)
  pdf.moveDown(0.6).fontSize(13).text(name)
  if (expires) pdf.moveDown(0.4).font('Helvetica').fontSize(10).text(`Expires ${expires}`)
  pdf.end()
  return bytes
}

/** Writes copies of the licenses of sample people with open applications, if the sample has the field for them. */
export async function writeSampleLicenses(services: Services, workspaceId: string): Promise<void> {
  const { rows } = await sql<Licensed>`
    select c.id, c.name, o.option ->> 'label' as license, c.custom_fields ->> 'licenseExpires' as expires,
      min(a.applied_at) as applied_at
    from sample_records s
    join candidates c on c.workspace_id = s.workspace_id and c.id = s.id
    join applications a on a.workspace_id = s.workspace_id and a.candidate_id = c.id
    join custom_fields l on l.workspace_id = s.workspace_id and l.subject = 'candidate' and l.key = 'license'
    cross join lateral jsonb_array_elements(l.options) o (option)
    where s.workspace_id = ${workspaceId} and s.kind = 'candidate'
      and o.option ->> 'id' = c.custom_fields ->> 'license' and not c.custom_fields ? 'licenseCopy'
      and a.closed_at is null and a.deleted_at is null
      and exists (
        select from custom_fields f
        join sample_records r on r.workspace_id = f.workspace_id and r.id = f.id
        where f.workspace_id = s.workspace_id and f.subject = 'candidate' and f.key = 'licenseCopy'
          and f.type = 'file' and f.retired_at is null
      )
    group by c.id, c.name, o.option, c.custom_fields
    order by max(a.reached) desc, max(a.last_activity_at) desc, c.id
    limit ${mostLicenses}
  `.execute(services.db)
  for (const person of rows) {
    const file = {
      name: `${person.license} ${person.name}.pdf`,
      contentType: 'application/pdf',
      content: await licensePdf(person),
      createdAt: person.applied_at,
    }
    await storeSampleFile(services, workspaceId, file, async (tx) => {
      const candidate = await tx
        .selectFrom('candidates')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', person.id)
        .where(sql<boolean>`not custom_fields ? 'licenseCopy'`)
        .select('id')
        .forUpdate()
        .executeTakeFirst()
      return (
        candidate &&
        ((fileId) =>
          tx
            .updateTable('candidates')
            .set({
              custom_fields: sql`custom_fields || jsonb_build_object('licenseCopy', ${fileId}::text)`,
            })
            .where('workspace_id', '=', workspaceId)
            .where('id', '=', person.id)
            .execute())
      )
    })
  }
}
