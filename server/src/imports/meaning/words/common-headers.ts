/**
 * The headers that files of people most often have, by the language they give away. A word of several languages counts less
 * for each. See read-words.ts for the form.
 */
export const commonHeaders: Record<string, string> = {
  en: `
fullName: full name
fullName?: candidate, applicant
plainName: name
firstName: first name
lastName: last name, surname
phone: phone, phone number, mobile, cell, cell phone
location?: address
city: city
region?: state
postalCode: zip, zip code, postcode
country: country
currentCompany: company, current company
currentTitle?: title
position?: job title, position
status: status, stage
status?: state
source: source
owner: owner
appliedAt: applied, applied on, application date
notes: notes
tags: tags
`,
  de: `
fullName: kandidat
fullName?: bewerber
plainName: name
firstName: vorname
lastName: nachname, familienname
phone: telefon, telefonnummer, handy, handynummer, mobil
location: anschrift
location?: adresse
street: straße, strasse
city: stadt, ort, wohnort
postalCode: plz, postleitzahl
country: land
currentCompany: firma
position?: stelle
status: status
source: quelle
appliedAt: beworben am, bewerbungsdatum
notes: notizen, bemerkung
`,
  fr: `
fullName: nom complet
fullName?: candidat
plainName: nom
firstName: prénom, prenom
lastName: nom de famille
email: courriel
phone: téléphone, telephone, tél, portable, numéro de téléphone
location?: adresse
city: ville
postalCode: code postal
country: pays
currentCompany: entreprise, société
position?: poste
status: statut
source: source
appliedAt: date de candidature
notes: remarques
`,
  es: `
fullName: nombre completo
fullName?: candidato
plainName: nombre
lastName: apellido, apellidos
email: correo, correo electrónico
phone: teléfono, telefono, móvil, movil, celular
location?: dirección
city: ciudad
region?: estado
postalCode: código postal
country: país, pais
currentCompany: empresa
position?: puesto
status?: estado
source: fuente
appliedAt: fecha de solicitud
notes: notas
`,
  pt: `
fullName: nome completo
fullName?: candidato
plainName: nome
lastName: sobrenome, apelido
phone: telefone, celular, telemóvel, cep
location: morada
location?: endereço
city: cidade
region?: estado
postalCode: cep, código postal
country: país, pais
currentCompany: empresa
currentTitle?: cargo
position: vaga
status: situação
status?: estado
source: fonte
notes: observações
`,
  it: `
fullName: nome completo, nome e cognome
fullName?: candidato
plainName: nome
lastName: cognome
phone: telefono, cellulare
location?: indirizzo
city: città, citta
postalCode: cap
country: paese
currentCompany: azienda
position?: posizione
status: stato
source: fonte
notes: note
`,
  nl: `
fullName?: kandidaat
plainName: naam
firstName: voornaam
lastName: achternaam
phone: telefoon, telefoonnummer, mobiel
location: adres
city: plaats, woonplaats, stad
postalCode: postcode
country: land
currentCompany: bedrijf
currentTitle?: functie
position?: functie
status: status
source: bron
notes: opmerkingen
`,
  pl: `
fullName: imię i nazwisko
fullName?: kandydat
firstName: imię, imie
lastName: nazwisko
phone: telefon, numer telefonu, telefon komórkowy
location: adres
city: miasto, miejscowość
region: kraj
postalCode: kod pocztowy
country: kraj
currentCompany: firma
position?: stanowisko
status: status
source: źródło
notes: uwagi
`,
  sv: `
fullName: kandidat
plainName: namn
firstName: förnamn
lastName: efternamn
phone: telefon, telefonnummer, mobil
location: adress
city: stad, ort
postalCode: postnummer
country: land
currentCompany: företag
position: tjänst
status: status
source: källa
notes: anteckningar
`,
  da: `
fullName: kandidat
plainName: navn
firstName: fornavn
lastName: efternavn
phone: telefon, telefonnummer, mobil
location?: adresse
city: by
postalCode: postnummer
country: land
currentCompany: firma
position?: stilling
status: status
source: kilde
notes: noter
`,
  no: `
fullName: kandidat
plainName: navn
firstName: fornavn
lastName: etternavn
phone: telefon, telefonnummer, mobil
location?: adresse
city: by, sted
postalCode: postnummer
country: land
currentCompany: firma
position?: stilling
status: status
source: kilde
notes: merknader
`,
  fi: `
fullName?: hakija
plainName: nimi
firstName: etunimi
lastName: sukunimi
phone: puhelin, puhelinnumero, matkapuhelin
location: osoite
city: kaupunki
postalCode: postinumero
country: maa
currentCompany: yritys
position?: tehtävä
status: tila
source: lähde
`,
  cs: `
fullName: jméno a příjmení
fullName?: uchazeč
plainName: jméno
lastName: příjmení
phone: telefon, mobil
location: adresa
city: město
postalCode: psč
country: země
currentCompany: firma
position?: pozice
status: stav
source: zdroj
notes: poznámky
`,
  hu: `
fullName?: jelölt
plainName: név
firstName: keresztnév
lastName: vezetéknév
phone: telefon, telefonszám, mobil
location: cím
city: város
postalCode: irányítószám
country: ország
currentCompany: cég
position?: pozíció
status: állapot
source: forrás
`,
  ro: `
fullName?: candidat
plainName: nume
firstName: prenume
phone: telefon, număr de telefon
location: adresă
city: oraș
postalCode: cod poștal
country: țară
currentCompany: companie
position?: post
source: sursă
`,
  tr: `
fullName: ad soyad
fullName?: aday
plainName: ad, adı
lastName: soyad, soyadı
phone: telefon, telefon numarası, cep telefonu
location: adres
city: şehir, il
postalCode: posta kodu
country: ülke
currentCompany: şirket
position?: pozisyon
status: durum
source: kaynak
`,
}
