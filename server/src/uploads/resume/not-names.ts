const words = `
curriculum vitae resume résumé cv lebenslauf profil profile summary objective experience education skills contact kontakt
about employment history references languages certifications projects personal details information bewerbung anschreiben
berufserfahrung ausbildung kenntnisse formation expérience compétences langues coordonnées hoja vida experiencia educación
habilidades idiomas datos personales currículo perfil formação experiência competências esperienza istruzione competenze
werkervaring opleiding vaardigheden persoonlijke gegevens doświadczenie wykształcenie umiejętności резюме опыт образование
навыки контакты
engineer developer manager designer consultant analyst director nurse driver welder technician electrician assistant
specialist coordinator administrator accountant architect officer executive president representative supervisor operator
teacher lawyer attorney chef scientist researcher recruiter producer editor writer marketing sales software senior junior
lead principal head chief data product project program business operations finance engineering development management
services solutions university college school institute company inc llc ltd gmbh ag corp group street road avenue strasse
straße drive lane city state county department certified registered professional page confidential portfolio
ingenieur entwickler berater leiter krankenpfleger krankenschwester fahrer schweißer ingénieur développeur responsable
chargé ingeniero desarrollador gerente enfermera conductor soldador engenheiro desenvolvedor enfermeiro ingegnere
sviluppatore responsabile инженер разработчик менеджер водитель сварщик
`

/** Words that appear where names do but are not names. Lower case, without diacritics. */
export const notNames: ReadonlySet<string> = new Set(
  [...words.trim().split(/\s+/), '简历', '簡歷', '个人简历', '履歷', '履歴書', '職務経歴書', '이력서'].map(
    (each) => each.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss'),
  ),
)
