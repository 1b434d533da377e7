import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { addNamedPosition, importContent, upload } from './fixtures/import-kit.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  await addNamedPosition(server, workspaceId, 'Driver')
})

afterAll(() => server?.stop())

async function namesOf(content: string) {
  const ended = await importContent(server, recruiter, content)
  const people = await server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .orderBy('email')
    .select(['name', 'notes'])
    .execute()
  return { ended, people, names: people.map(({ name }) => name) }
}

describe('parts of a name in columns of their own', () => {
  it('become part of the name', async () => {
    const { names } = await namesOf(`First name,Middle name,Last name,Suffix,Email
John,Quincy,Smith,Jr,a@example.com
John,Q.,Smith,III,b@example.com
John,,Smith,,c@example.com
John Q.,Quincy,Smith Jr.,Jr,d@example.com
`)
    expect(names).toEqual([
      'John Quincy Smith Jr',
      'John Q. Smith III',
      'John Smith',
      'John Quincy Smith Jr.',
    ])
  })

  it.each([
    ['Name,MI,Generation,Email', 'John Smith,Q,Jr,a@example.com', 'John Q Smith Jr'],
    ['Full name,Suffix,Email', '"Smith, John Jr.",Jr,a@example.com', 'John Smith Jr.'],
    ['Фамилия,Имя,Отчество,Почта', 'Петров,Иван,Сергеевич,a@example.com', 'Иван Сергеевич Петров'],
    ['Прізвище,Ім’я,По батькові,Email', 'Шевченко,Олена,Іванівна,a@example.com', 'Олена Іванівна Шевченко'],
    ['Nombre,Apellido paterno,Apellido materno,Correo', 'Ana,García,López,a@example.com', 'Ana García López'],
    [
      'Nombre,Segundo nombre,Primer apellido,Segundo apellido,Email',
      'Ana,María,Soto,Gil,a@example.com',
      'Ana María Soto Gil',
    ],
    ['Voornaam,Tussenvoegsel,Achternaam,E-mail', 'Jan,van der,Berg,a@example.com', 'Jan van der Berg'],
    [
      'Vorname,Zweiter Vorname,Nachname,Namenszusatz,E-Mail',
      'Karl,Otto,Weiß,jun.,a@example.com',
      'Karl Otto Weiß jun.',
    ],
    ['Prénom,Deuxième prénom,Nom de famille,E-mail', 'Luc,Marie,Petit,a@example.com', 'Luc Marie Petit'],
    ['Imię,Drugie imię,Nazwisko,E-mail', 'Jan,Maria,Nowak,a@example.com', 'Jan Maria Nowak'],
  ])('are found in the columns %s', async (header, row, name) => {
    expect((await namesOf(`${header}\n${row}\n`)).names).toEqual([name])
  })

  it('tell people apart who share an email, so a person decides', async () => {
    const { ended, names } = await namesOf(`First name,Last name,Suffix,Email,Phone,Position
John,Smith,Jr,smith@example.com,,Driver
John,Smith,Sr,smith@example.com,,Driver
John,Smith,Junior,smith@example.com,,Driver
`)
    expect(ended).toMatchObject({ created: 1, conflicts: 1, skipped: 1 })
    expect(names).toEqual(['John Smith Jr'])
  })

  it('keep a degree in the suffix in the notes', async () => {
    const { people } = await namesOf(`First name,Last name,Suffix,Email
Ada,Byron,PhD,a@example.com
Ada,Byron,"Jr., MD",b@example.com
`)
    expect(people).toEqual([
      { name: 'Ada Byron', notes: 'Suffix: PhD' },
      { name: 'Ada Byron Jr.', notes: 'Suffix: Jr., MD' },
    ])
  })
})

describe('a column of forms of address', () => {
  it.each([
    ['Salutation', 'Mr.'],
    ['Title', 'Dr.'],
    ['Prefix', 'Mrs'],
    ['Anrede', 'Frau'],
    ['Civilité', 'Mme'],
    ['Обращение', 'г-жа'],
  ])('%s is left out with the reason', async (header, cell) => {
    const { body } = await upload(
      server,
      recruiter,
      `${header},First name,Last name,Email\n${cell},Ada,Byron,a@example.com\n${cell},Bea,Cole,b@example.com\n`,
    )
    expect(body.columns[0]!.suggestion).toEqual({
      field: null,
      confidence: 0,
      why: `“${header}” is a salutation, not part of the name`,
    })
  })
})
