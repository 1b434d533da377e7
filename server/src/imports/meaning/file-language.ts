import type { CountryCode } from 'libphonenumber-js/max'
import { normaliseHeader } from './normalise-header.ts'

/** Headers that files of people have in each language. A word of several languages counts less for each. */
const headerWords: Record<string, string> = {
  en: 'name,first name,last name,surname,full name,phone,phone number,mobile,cell,cell phone,city,country,address,state,zip,zip code,postcode,candidate,applicant,company,current company,job title,title,position,applied,applied on,application date,source,owner,status,notes,tags,stage',
  de: 'name,vorname,nachname,familienname,telefon,telefonnummer,handy,handynummer,mobil,stadt,ort,wohnort,land,plz,postleitzahl,straße,strasse,adresse,anschrift,bewerber,kandidat,firma,stelle,beworben am,bewerbungsdatum,quelle,status,notizen,bemerkung',
  fr: 'nom,prénom,prenom,nom complet,nom de famille,téléphone,telephone,tél,portable,numéro de téléphone,ville,pays,code postal,adresse,candidat,entreprise,société,poste,date de candidature,source,statut,remarques,courriel',
  es: 'nombre,apellido,apellidos,nombre completo,teléfono,telefono,móvil,movil,celular,ciudad,país,pais,código postal,dirección,candidato,empresa,puesto,fecha de solicitud,fuente,estado,notas,correo,correo electrónico',
  pt: 'nome,sobrenome,apelido,nome completo,telefone,celular,telemóvel,cidade,país,pais,cep,código postal,endereço,morada,candidato,empresa,cargo,vaga,fonte,estado,situação,observações',
  it: 'nome,cognome,nome completo,nome e cognome,telefono,cellulare,città,citta,paese,cap,indirizzo,candidato,azienda,posizione,fonte,stato,note',
  nl: 'naam,voornaam,achternaam,telefoon,telefoonnummer,mobiel,plaats,woonplaats,stad,land,postcode,adres,kandidaat,bedrijf,functie,bron,status,opmerkingen',
  pl: 'imię,imie,nazwisko,imię i nazwisko,telefon,numer telefonu,telefon komórkowy,miasto,miejscowość,kraj,kod pocztowy,adres,kandydat,firma,stanowisko,źródło,status,uwagi',
  sv: 'namn,förnamn,efternamn,telefon,telefonnummer,mobil,stad,ort,land,postnummer,adress,kandidat,företag,tjänst,källa,status,anteckningar',
  da: 'navn,fornavn,efternavn,telefon,telefonnummer,mobil,by,land,postnummer,adresse,kandidat,firma,stilling,kilde,status,noter',
  no: 'navn,fornavn,etternavn,telefon,telefonnummer,mobil,by,sted,land,postnummer,adresse,kandidat,firma,stilling,kilde,status,merknader',
  fi: 'nimi,etunimi,sukunimi,puhelin,puhelinnumero,matkapuhelin,kaupunki,maa,postinumero,osoite,hakija,yritys,tehtävä,lähde,tila',
  cs: 'jméno,příjmení,jméno a příjmení,telefon,mobil,město,země,psč,adresa,uchazeč,firma,pozice,zdroj,stav,poznámky',
  hu: 'név,vezetéknév,keresztnév,telefon,telefonszám,mobil,város,ország,irányítószám,cím,jelölt,cég,pozíció,forrás,állapot',
  ro: 'nume,prenume,telefon,număr de telefon,oraș,țară,cod poștal,adresă,candidat,companie,post,sursă',
  tr: 'ad,soyad,ad soyad,adı,soyadı,telefon,telefon numarası,cep telefonu,şehir,il,ülke,posta kodu,adres,aday,şirket,pozisyon,kaynak,durum',
}

const languageOfScript: readonly [RegExp, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/[ієїґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Thai}/u, 'th'],
]

/** Countries where files are written in a language, the largest first. */
const countriesOfLanguage: Record<string, CountryCode[]> = {
  en: ['US', 'GB', 'CA', 'IN', 'AU', 'IE', 'NZ', 'ZA', 'NG', 'SG', 'PH', 'KE', 'GH', 'MT', 'PK'],
  de: ['DE', 'AT', 'CH', 'LU', 'LI'],
  fr: ['FR', 'BE', 'CA', 'CH', 'MA', 'TN', 'DZ', 'SN', 'CI', 'LU'],
  es: ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'EC', 'GT', 'UY', 'BO', 'CR', 'DO', 'PA', 'PY', 'SV', 'HN', 'NI'],
  pt: ['BR', 'PT', 'AO', 'MZ'],
  it: ['IT', 'CH'],
  nl: ['NL', 'BE'],
  pl: ['PL'],
  sv: ['SE', 'FI'],
  da: ['DK'],
  no: ['NO'],
  fi: ['FI'],
  cs: ['CZ', 'SK'],
  hu: ['HU'],
  ro: ['RO', 'MD'],
  tr: ['TR'],
  ja: ['JP'],
  ko: ['KR'],
  zh: ['CN', 'TW', 'HK', 'SG'],
  uk: ['UA'],
  ru: ['RU', 'KZ', 'BY', 'KG'],
  el: ['GR', 'CY'],
  he: ['IL'],
  ar: ['SA', 'EG', 'AE', 'MA', 'DZ', 'TN', 'JO', 'LB', 'KW', 'QA', 'IQ'],
  th: ['TH'],
}

let languagesOfWord: Map<string, string[]> | undefined

function languagesOf(word: string): string[] {
  if (!languagesOfWord) {
    languagesOfWord = new Map()
    for (const [language, words] of Object.entries(headerWords))
      for (const one of new Set(words.split(',').map(normaliseHeader)))
        languagesOfWord.set(one, [...(languagesOfWord.get(one) ?? []), language])
  }
  return languagesOfWord.get(word) ?? []
}

/** The language of a file by its headers, or null where they do not tell. */
export function languageOfHeaders(headers: readonly string[]): string | null {
  const text = headers.join(' ')
  const byScript = languageOfScript.find(([script]) => script.test(text))
  if (byScript) return byScript[1]
  const scores = new Map<string, number>()
  for (const header of headers) {
    const languages = languagesOf(normaliseHeader(header))
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length)
  }
  const [best, second] = [...scores].sort(([, a], [, b]) => b - a)
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : null
}

/** Where files of a language come from, the likeliest country first. */
export function countriesWithLanguage(language: string | null): readonly CountryCode[] {
  return language === null ? [] : (countriesOfLanguage[language] ?? [])
}
