/** Headers in the Romance and Germanic languages beside English. See read-words.ts for the form. */
export const westernEuropean = `
# German
externalId: bewerber id, bewerbernr, bewerbungsnummer, bewerbungs id, kandidaten id, kandidatennr, externe nummer, externe kennung
externalId?: personalnr, personal nr, mitarbeiternummer, mitarbeiter id, kennung, lfd kennung
externalId??: benutzername, anmeldename
fullName: name und vorname, vorname und name, vorname und nachname, vor und zuname, bewerber name, name der person, name bewerber, name bewerberin, kandidatenname, name des kandidaten, name kandidatin
fullName~: wie heißt du, wie heißen sie, ihr name, dein name, vollständiger name, name des bewerbers
firstName: vorname n, rufname vorname
lastName: name nachname, familienname nachname, nachnamen
email: email adresse privat, e mail kontakt, mail adresse, kontakt e mail, e mail bewerber, e mail geschäftlich, elektronische post
email~: e mail, email, mailadresse, mail adresse
phone: mobilnummer privat, handy mobil, mobil handy, telefon mobil nummer, tel nummer, telefonnr, telefon handy, handynummer mobil, telefon 1, kontaktnummer, kontakttelefon, telefonkontakt, rückrufnummer, mobiltelefonnummer, mobile nummer, telefonnummer mobil, private telefonnummer, whatsapp nummer, tel privat
phone~: telefon, telefonnummer, handy, handynummer, mobilnummer, unter welcher nummer, rufnummer, erreichen wir
profileUrl: xing url, link zum profil, profillink, linkedin adresse, link linkedin
profileUrl??: link zur website, eigene webseite, internetseite, netzwerkprofil
location: adresse komplett, wohnhaft in, aktueller wohnsitz, wohnsitz, wohnadresse komplett, ort region, lebt in, aktueller standort, einsatzort wohnort
location~: wo wohnst du, wo wohnen sie, wo lebst du, wo leben sie, woher kommst du, woher kommen sie, vollständige adresse
street: straße nummer, straße hausnr, straße und nr, straße und hausnr, strasse nr, straße u hausnr, wohnstraße
city: stadt ort, ort stadt, heimatort, wohnstadt, stadt gemeinde, gemeinde, aktuelle stadt
region: landkreis, region bundesland, bundesland region, bezirk
postalCode: postleitzahl plz, plz ort code, plz wohnort
country: wohnland, aufenthaltsland, staat land, land wohnsitz
clientCompany: kunde, kundenname, kundenunternehmen, kundenfirma, auftraggeber
clientCompany?: mandant, einsatzbetrieb
currentCompany: aktueller betrieb, derzeitiges unternehmen, derzeitige firma, letzter betrieb, aktuell bei, aktuell beschäftigt bei, jetzige firma
currentCompany~: aktueller arbeitgeber, derzeitiger arbeitgeber, wo arbeitest du, wo arbeiten sie
currentTitle: aktueller beruf, erlernter beruf aktuell, aktueller titel, aktuelle funktion, funktion, aktueller job, derzeitige tätigkeit, derzeitige stelle, jobtitel aktuell, aktueller jobtitel
currentTitle~: aktuelle position, derzeitige position, aktuelle stelle, aktueller jobtitel
position: bewirbt sich auf, bewirbt sich für, stellenangebot, stellenname, bezeichnung der stelle, beworbene position, angestrebte position, angestrebte stelle, gewünschte stelle, wunschposition, bewerbung für, bewerbung auf, bewerbung um, ausgeschriebene stelle, vakanz titel, jobangebot, jobausschreibung, zielposition, stellen titel, gewünschter beruf
position~: bewirbst du dich, bewerben sie sich, interessierst du dich, interessieren sie sich für, für welche stelle, auf welche stelle, als was möchtest du
status: prozessstatus, prozessphase, aktueller status, aktuelle phase, kandidatenstatus, rekrutierungsstatus, auswahlphase, schritt, prozessstufe, verfahrensstand, bewerbungsstand, bewerbungsstufe
status~: bewerbungsstatus, status der bewerbung, stand der bewerbung
source: wie gefunden, kanal der bewerbung, recruiting quelle, rekrutierungskanal, eingangskanal, kandidatenquelle, quelle kanal, stellenbörse, jobbörse, herkunft der bewerbung, kontaktquelle, leadquelle
source~: aufmerksam geworden, auf uns gestoßen, von uns erfahren, von uns gehört, hast du uns gefunden, haben sie uns gefunden, woher kennst du uns, woher kennen sie uns, wie hast du von, wie haben sie von, auf die stelle gekommen
owner: recruiter in, personalreferent, personalreferentin, zuständige person, zuständige r, verantwortliche, verantwortliche person, zugeordnet zu, betreut von, bearbeitet von, kandidatenbetreuer, personalberater
owner~: recruiter, zuständig
appliedAt: eingegangen, datum eingang, bewerbungszeitpunkt, bewerbungseingang am, datum bewerbung, datum der einreichung, einreichungsdatum, eingereicht am, absendedatum, gesendet am, datum bewerbungseingang, eingang der bewerbung, bewerbung am, bewerbungstag
appliedAt?: angelegt am, erfasst am, erfassungsdatum, hinzugefügt, datum uhrzeit, datum und uhrzeit, anlagedatum, erstellungszeit
appliedAt~: bewerbungsdatum, datum der bewerbung, beworben am, bewerbung eingegangen
notes: interne notizen, interne bemerkung, gesprächsnotiz, gesprächsnotizen, notizen intern, zusatzinfo, freitext, anmerkungen des bewerbers, weitere infos, ergänzungen, kommentar intern
notes??: absagegrund, ablehnungsgrund, anschreiben, motivation, motivationsschreiben
notes~: sonst noch, noch etwas, anmerkungen, bemerkungen, möchtest du uns noch, möchten sie uns noch
tags: fachkenntnisse, fähigkeiten und kenntnisse, kernkompetenzen, it kenntnisse, qualifikationen skills, stichwörter tags, markierungen
tags?: kategorien, sprachkenntnisse
doNotCall: keine telefonanrufe, kein kontakt, anrufverbot, telefonsperre, nicht telefonieren, werbesperre
doNotCall~: nicht anrufen, nicht kontaktieren
consent: einwilligung erteilt, einwilligung vorhanden, dsgvo zustimmung, datenschutzerklärung, datenschutzerklärung akzeptiert, datenschutz akzeptiert, datenschutz zugestimmt, datenschutzzustimmung, einverständnis, einverständniserklärung, talentpool, aufnahme talentpool, zustimmung talentpool
consent~: einwilligung, stimme zu, willige ein, einverstanden, datenschutz, dsgvo, zustimmung
ornaments: bewerbers kandidatin der die das ihr ihre dein deine deiner mein meine bitte des aktuell
fillers: der die das den dem des ein eine einen einem einer und oder für auf von zu zum zur im in am an bei mit aus dich dir du sie ihnen ihr ihre ihren dein deine deinen uns wir unsere unser ich mich mir mein meine meiner wie was wer wo wann welche welcher welchen welches bitte angeben gib an eingeben ist sind bist lautet möchtest möchten kann können sich denn genau vollständig gerade derzeit aktuell
others: vorgesetzter vorgesetzten vorgesetzte leitung führungskraft notfall notfallkontakt ansprechpartner ansprechpartnerin ansprechperson empfehlungsgeber werber geworben referenzgeber referenz referenzen vater mutter ehepartner partner eltern geburt geburtsdatum geburtsort geburtsname geburtstag geboren alter geschlecht staatsangehörigkeit nationalität familienstand konfession religion steuer steuernummer sozialversicherungsnummer krankenkasse gehalt gehaltsvorstellung gehaltswunsch lohn brutto vergütung kündigungsfrist verfügbar verfügbarkeit eintritt eintrittstermin eintrittsdatum startdatum beginn ende austritt austrittsdatum einstellung eingestellt vorstellungsgespräch termin letzte letzter geändert änderung aktualisiert gelöscht ablauf frist jahre berufserfahrung erfahrung ausbildung abschluss schulabschluss studium führerschein führerscheinklasse fahrerlaubnis arbeitserlaubnis aufenthaltstitel umzug reisebereitschaft gewünscht bevorzugt zweite zweiter weitere weiterer alternativ alternative anrede titel typ art anzahl passwort bewertung note punkte rang lebenslauf anhang anlage anlagen datei foto bild grund sprache sprachen schicht arbeitszeit fax website branche
things: firma firmen unternehmen betrieb kunde kunden auftraggeber arbeitgeber abteilung niederlassung filiale standort büro schule hochschule universität stelle stellen job position auftrag projekt kampagne formular arbeitsort einsatzort

# French
externalId: id du candidat, n° de candidat, référence candidat, référence du candidat, code candidat, numéro du candidat, identifiant du candidat, identifiant externe candidat
externalId??: n° dossier, numéro de dossier, nom d utilisateur, pseudo
fullName: prénom et nom de famille, nom prénom du candidat, nom et prénom du candidat, nom candidat, nom complet du candidat, nom s prénom s
fullName~: nom complet, nom et prénom, prénom et nom, vous appelez vous, t appelles tu
firstName: prénom s, prénom du candidat, votre prénom
firstName~: prénom
lastName: nom du candidat famille, nom s, nom patronymique, votre nom de famille
lastName~: nom de famille
email: e mail du candidat, mail candidat, email candidat, adresse de messagerie, messagerie, mail perso, email perso, adresse courrier électronique, courrier électronique
email~: adresse mail, adresse e mail, adresse email, courriel, e mail, email
phone: tél mobile candidat, n° mobile, mobile personnel, téléphone personnel, numéro de tel, num tel, num téléphone, n° tel, n° téléphone, numéro mobile, numéro de mobile, numéro portable, gsm mobile, téléphone candidat, coordonnées téléphoniques, téléphone 1, numéro whatsapp, contact téléphonique
phone~: téléphone, portable, numéro de téléphone, quel numéro, vous joindre, te joindre, vous contacter par téléphone
profileUrl: page linkedin, votre linkedin, lien vers linkedin, lien vers le profil
profileUrl??: lien portfolio, site internet, site personnel, réseaux sociaux
location: lieu d habitation, ville et pays, adresse actuelle, adresse personnelle, lieu de domicile, localisation du candidat, localisation actuelle, adresse du candidat
location~: où habitez vous, où habites tu, où résidez vous, où vivez vous, lieu de résidence, votre adresse complète
street: nom de rue, numéro et nom de rue, adresse rue, n° et rue, ligne d adresse 1
city: ville du candidat, ville de domicile, ville commune, commune de résidence
city~: quelle ville
region: région département, département région, état province, wilaya
postalCode: c p, code postale, cp ville code
country: pays du candidat, pays actuel
clientCompany: entreprise cliente, nom du client, société cliente
currentCompany: société employeur, employeur dernier, dernière société, entreprise du candidat, employeur ou entreprise, entreprise employeur
currentCompany~: employeur actuel, entreprise actuelle, société actuelle, où travaillez vous
currentTitle: emploi actuel, intitulé poste actuel, profession, qualification actuelle, fonction occupée, poste occupé, poste occupé actuellement, métier actuel
currentTitle~: poste actuel, fonction actuelle, poste occupé
position: poste demandé, emploi recherché, emploi visé, emploi souhaité, poste convoité, poste postulé, intitulé de l annonce, nom de l offre, offre concernée, poste concerné, référence de l offre titre, offre postulée, titre du poste, intitulé du poste visé, mission, vacance de poste
position~: postulez vous, candidatez vous, postules tu, poste visé, poste souhaité, quel poste, vous intéresse
status: état d avancement, étape du recrutement, étape de recrutement, statut recrutement, statut du recrutement, étape candidature, statut candidature, phase du recrutement, décision
status~: statut de la candidature, étape du processus, statut du candidat
source: source du recrutement, canal de candidature, plateforme, site d emploi, jobboard, provenance du candidat, origine de la candidature, origine du candidat, source d acquisition, comment avez vous connu, provenance candidature
source~: entendu parler de nous, connu notre, nous avez vous connus, nous avez vous trouvé, connu l entreprise, eu connaissance, découvert notre, pris connaissance
owner: recruteur en charge, recruteur responsable, chargée de recrutement, responsable du recrutement, responsable recrutement, consultant en recrutement, suivi assuré par, assigné, affecté à, chargé du dossier
owner~: recruteur
appliedAt: date de dépôt de candidature, date de postulation candidat, date postulation, date de réception candidature, candidature reçue, date d envoi, date de soumission, soumis le, envoyé le, date de réponse, candidaté le, date d inscription
appliedAt?: horodatage, horodateur, date heure, date et heure, ajouté le, date création
appliedAt~: date de candidature, date de la candidature
notes: note interne, notes internes, commentaire recruteur, commentaires du recruteur, commentaire interne, appréciation, autres informations, informations supplémentaires, autres remarques, divers
notes??: motif de refus, motif du refus, raison du refus, lettre de motivation, motivation
notes~: autre chose, autres informations, commentaires, souhaitez vous ajouter, informations complémentaires
tags: compétences techniques, savoir faire, mots clefs, tags candidat, vivier, viviers
tags?: langues, langues parlées, catégories
doNotCall: ne plus contacter, ne plus appeler, liste rouge, opposition, bloctel
doNotCall~: ne pas appeler, ne pas contacter, ne plus appeler
consent: accord, accord candidat, accepte les conditions, accepte rgpd, consentement donné, consentement du candidat, autorisation, autorisation de conservation, traitement des données, protection des données, politique de confidentialité, consentement données
consent~: j accepte, je consens, j autorise, consentement, rgpd, acceptez vous, consentez vous, autorisez vous, traitement de mes données, politique de confidentialité
ornaments: candidate la les l d un une votre vos mon ma mes sa son candidate de du des
fillers: le la les l un une des du de d et ou à a au aux en dans pour par sur avec est sont êtes es avez as quel quelle quels quelles comment où qui que quoi quand vous tu nous on je j ai m me te votre vos ton ta tes mon ma mes notre nos veuillez merci indiquer indiquez renseigner préciser donner saisir svp peut peuvent pouvons peux être est ce
others: responsable manager superviseur urgence référent parrain coopteur référence références père mère conjoint conjointe époux parents tuteur naissance né née âge sexe genre civilité nationalité situation familiale matrimonial matrimoniale sécurité sociale nir numéro fiscal salaire salariales salariale rémunération prétention prétentions préavis disponibilité disponible dispo début fin entrée embauche embauché sortie départ entretien dernier dernière modification modifié mise jour maj supprimé échéance expiration années année ancienneté expérience formation diplôme études niveau permis véhicule mobilité déménagement souhaité souhaitée souhaités préféré secondaire autre autres second ancien ancienne type nombre mot passe évaluation score cv pièce jointe document fichier photo langue langues horaire fax site web secteur motif raison
things: entreprise société client agence service département filiale bureau école université établissement siège offre annonce poste lieu travail campagne formulaire recruteur

# Spanish
externalId: código candidato, id de candidato, número de candidato, nº candidato, id postulante, código de postulante
externalId??: usuario, nombre de usuario, folio
fullName: nombre y apellidos del candidato, nombre del postulante, nombre completo del postulante, nombre candidato, postulante, nombre apellidos, apellidos nombre, nombre y apellido s, nombres apellidos, apellidos y nombres
fullName~: nombre completo, nombre y apellidos, te llamas, se llama
firstName: nombre s, primer nombre candidato
firstName~: primer nombre
lastName: apellido paterno, apellido s, apellidos del candidato, primer y segundo apellido
lastName~: apellidos, apellido paterno
email: mail de contacto, correo de contacto, correo e, dirección de correo, dirección email, dirección de email, dirección e mail, correo candidato, correo del candidato, correo electronico personal, e mail de contacto
email~: correo electrónico, correo, email, e mail
phone: tlf, tfno, tlfno, teléfono 1, nº de teléfono, no de teléfono, nro de teléfono, nº teléfono, número telefónico, número de contacto, teléfono personal, teléfono contacto, núm teléfono, celular whatsapp, número de whatsapp, número celular, número de móvil, móvil de contacto, teléfono o celular, cel, tel cel, número móvil
phone~: teléfono, móvil, celular, whatsapp, qué número, podemos llamarte, podemos contactarte
profileUrl: perfil linkedin, enlace linkedin, tu linkedin, link de linkedin, link linkedin, enlace al perfil
profileUrl??: redes sociales, portafolio, página personal
location: domicilio completo, dirección actual, domicilio actual, lugar de residencia actual, residencia, residencia actual, ciudad y país, zona de residencia, dirección del domicilio
location~: dónde vives, dónde resides, dónde vive, dónde te encuentras, lugar de residencia
street: calle y numero, calle número, calle y núm, vía
city: ciudad actual, ciudad residencia, ciudad donde vive, ciudad donde vives, ciudad del candidato, municipio de residencia, población de residencia, alcaldía, comuna
city~: qué ciudad, en qué ciudad, ciudad vives
region: estado provincia, provincia estado, provincia de residencia, departamento región, entidad federativa, provincia región
postalCode: c p, codigo postal cp, cód postal domicilio
country: país residencia, país actual, país donde vive
clientCompany: empresa cliente, nombre del cliente
currentCompany: empleador actual, compañía actual, empresa donde trabaja, último empleo empresa, empresa actual o última
currentCompany~: empresa actual, dónde trabajas, empleador actual
currentTitle: ocupación actual, puesto actual o último, empleo actual, profesión actual, posición actual, título profesional, rol actual
currentTitle~: puesto actual, cargo actual, posición actual
position: puesto de interés, vacante de interés, vacante a la que aplica, vacante postulada, puesto postulado, cargo postulado, cargo al que postula, cargo al que aplica, posición solicitada, posición a la que aplica, empleo solicitado, puesto vacante, nombre del puesto, oferta a la que aplica, oferta inscrita, nombre de la oferta, puesto ofertado nombre, cargo de interés, puesto que solicita, puesto aplicado, proceso, búsqueda
position~: te postulas, se postula, postulas, aplicas, al que aplica, te interesa, puesto solicitado, vacante de interés, qué puesto, qué vacante, puesto deseas
status: etapa actual, etapa de selección, fase de selección, estatus del candidato, estado de la postulación, estado proceso, estado de proceso, estado de selección, situación del candidato
status?: decisión
status~: estado del candidato, estado de la candidatura, estado de la solicitud, fase del proceso, etapa del proceso
source: medio de captación, canal de reclutamiento, fuente de contacto, fuente del candidato, portal de empleo, bolsa de trabajo, bolsa de empleo, cómo se enteró, cómo llegó, cómo nos encontró, medio por el que se enteró, medio de reclutamiento, origen del candidato, origen candidatura
source~: nos conociste, nos conoció, te enteraste, se enteró, nos encontraste, supiste de, supo de, has conocido, oíste hablar, nos ha conocido, llegaste a
owner: reclutador asignado, responsable del proceso, responsable de reclutamiento, técnico responsable, ejecutivo, analista responsable, seleccionador, seleccionadora, consultor asignado, gestor asignado, asignado
owner~: reclutador
appliedAt: fecha aplicación, fecha de registro, fecha de recepción, fecha recepción, fecha de envío, fecha envío, fecha de ingreso de solicitud, fecha cv, fecha postulación candidato, enviado el, recibido el, aplicó el, fecha de respuesta
appliedAt?: fecha y hora, fecha hora, fecha creación, fecha registro
appliedAt~: fecha de postulación, fecha de solicitud, fecha de inscripción, fecha de aplicación, fecha de candidatura
notes: notas internas, notas del reclutador, comentarios internos, comentarios adicionales, información adicional, comentario reclutador, apuntes, anotaciones
notes??: motivo de rechazo, motivo de descarte, carta de presentación, motivación
notes~: algo más, comentarios, observaciones, información adicional, quieras añadir
tags: aptitudes y habilidades, conocimientos, habilidades técnicas, competencias clave, destrezas, habilidades y conocimientos
tags?: idiomas, categorías
doNotCall: no contactar por teléfono, lista robinson, no volver a llamar
doNotCall~: no llamar, no contactar
consent: acepta, acepto, acepta términos, acepta la política, aviso de privacidad, acepta aviso de privacidad, política de privacidad, protección de datos, consentimiento lopd, lopd, rgpd, autorización de datos, autoriza, tratamiento de datos, consentimiento informado, acepta rgpd
consent~: acepto, autorizo, consiento, estoy de acuerdo, consentimiento, aceptas, aviso de privacidad, política de privacidad, tratamiento de mis datos, tratamiento de datos
ornaments: postulante la los las tu sus mi mis un una el del de candidata
fillers: el la los las un una unos unas de del al a ante con en por para y o u que qué cuál cuáles cómo dónde cuándo quién es son eres está estás tu tus te su sus se mi mis me nos nosotros nuestra nuestro nuestros yo por favor indica indique escribe escriba ingresa ingrese introduce facilita datos dato actual actualmente personal principal válido
others: jefe jefa jefatura supervisor gerente emergencia emergencias referencia referencias recomendado referido padre madre cónyuge esposo esposa tutor nacimiento nacido nacida edad sexo género nacionalidad civil dni nie nif curp rfc cuit cuil rut cédula pasaporte nss imss seguridad social salario salarial salariales sueldo pretensión pretensiones expectativa expectativas remuneración preaviso disponibilidad disponible inicio incorporación fin término contratación contratado alta baja entrevista última último modificación modificado actualización actualizado eliminado vencimiento caducidad años experiencia formación estudios titulación nivel escolaridad grado carnet licencia conducir vehículo reubicación movilidad deseado deseada preferido preferida alternativo alternativa adicional otro otra otros segundo segunda secundario anterior tipo número cantidad contraseña evaluación puntaje puntuación currículum cv hoja vida adjunto documento archivo foto motivo razón idioma idiomas horario turno fax sitio sector giro
things: empresa compañía cliente agencia departamento sucursal oficina escuela colegio universidad centro sede oferta puesto vacante trabajo campaña formulario reclutador

# Portuguese
externalId: id do candidato, código do candidato, número do candidato, id candidato, matrícula do candidato, código candidato
externalId??: usuário, nome de usuário, matrícula
fullName: nome completo do candidato, nome do candidato, nome do candidato a, nome e sobrenome, nome e apelido, candidato nome, nome candidato
fullName?: candidato a, candidata
fullName~: nome completo, qual é o seu nome, qual o seu nome, seu nome
firstName: primeiro nome, nome próprio, nomes próprios
lastName: último nome, nome de família, sobrenomes
email: e mail, endereço de e mail, correio eletrónico, correio eletrônico, email de contato, e mail de contato, e mail pessoal, e mail do candidato, seu e mail, email para contato, email de contacto
email~: e mail, email, correio eletrônico, correio eletrónico
phone: telefone celular, telefone móvel, número de telefone, número de telemóvel, número de celular, celular whatsapp, whatsapp com ddd, telefone com ddd, telefone de contato, telefone para contato, contato telefônico, telefone do candidato, número do celular, fone, tel celular, número de contato, contacto telefónico, telefone de contacto, contacto
phone~: telefone, celular, telemóvel, whatsapp, podemos falar, podemos ligar
profileUrl: perfil do linkedin, perfil no linkedin, link do linkedin, seu linkedin, linkedin do candidato, url do linkedin
profileUrl??: portfólio, redes sociais
location: endereço completo, endereço residencial, morada completa, localização, cidade e estado, cidade estado, cidade uf, local de residência, onde mora, residência
location~: onde você mora, onde mora, onde reside, onde vives, local de residência
street: rua, logradouro, rua e número, avenida, endereço rua
city: cidade atual, cidade de residência, cidade onde mora, município, concelho, localidade, cidade do candidato
city~: qual cidade, que cidade, cidade você mora
region: estado uf, uf, estado província, distrito, província
postalCode: c e p
country: país de residência, nacionalidade país residência
currentCompany: empresa atual, empresa actual, empregador atual, última empresa, último empregador, empregador, empresa em que trabalha, onde trabalha
currentCompany~: empresa atual, onde você trabalha, onde trabalha
currentTitle: cargo atual, função atual, posição atual, profissão, ocupação, último cargo, função, ocupação atual
currentTitle~: cargo atual, função atual
position: vaga de interesse, vaga pretendida, vaga desejada, cargo pretendido, cargo desejado, cargo de interesse, vaga aplicada, vaga candidatada, função pretendida, posição pretendida, título da vaga, nome da vaga, oferta de emprego, vaga inscrita, candidatura para, candidatura a, vaga que se candidatou
position~: vaga, se candidatando, se candidata, candidatar, vaga de interesse, cargo pretendido
status: situação do candidato, status do candidato, status da candidatura, estado da candidatura, etapa, etapa do processo, etapa atual, fase, fase do processo, andamento, status do processo, fase atual
status~: status do candidato, status da candidatura, etapa do processo
source: origem, canal, origem do candidato, fonte de recrutamento, fonte do candidato, canal de divulgação, como conheceu, como soube da vaga, meio de divulgação, origem da candidatura, como nos conheceu, como chegou, site de vagas
source~: ficou sabendo, nos conheceu, conheceu a empresa, soube da vaga, soube desta, nos encontrou, teve conhecimento, tomou conhecimento, conheceu nossa
owner: recrutador, recrutadora, recrutador a, responsável, responsável pela vaga, consultor, consultora, analista responsável, atribuído a, proprietário, analista de rh
owner~: recrutador
appliedAt: data de candidatura, data da candidatura, data candidatura, data de inscrição, data da inscrição, data de aplicação, data de envio, data do envio, inscrito em, candidatou se em, data de recebimento, data de submissão, enviado em, recebido em, data de resposta
appliedAt?: carimbo de data hora, data e hora, data hora, data de criação, data criação, criado em, data de cadastro, data cadastro, data do cadastro, cadastrado em, data de registo, data de registro
appliedAt~: data de candidatura, data da candidatura, data de inscrição
notes: observação, comentários, comentário, anotações, anotações internas, observações gerais, informações adicionais, parecer, outras informações
notes??: motivo da recusa, motivo de reprovação, carta de apresentação, motivo da reprovação
notes~: mais alguma coisa, comentários, observações, informações adicionais, gostaria de acrescentar
tags: habilidades, competências, competências técnicas, conhecimentos, palavras chave, etiquetas, marcadores, aptidões
tags?: idiomas, categorias
doNotCall: não ligar, não contatar, não contactar, não telefonar, não entrar em contato
doNotCall~: não ligar, não contatar, não contactar
consent: consentimento, lgpd, consentimento lgpd, termo lgpd, aceite lgpd, aceite, aceita, aceito, autorização, termo de consentimento, política de privacidade, tratamento de dados, aceita os termos, rgpd
consent~: autorizo, aceito, concordo, consentimento, lgpd, você autoriza, você concorda, política de privacidade, tratamento dos meus dados, tratamento de dados
ornaments: do da dos das o a os as seu sua seus meu minha um uma candidata
fillers: o a os as um uma de do da dos das em no na nos nas ao à com por para e ou que qual quais como onde quando quem é são está você vc seu sua seus suas teu tua te se me meu minha meus nós nosso nossa eu por favor informe informar insira digite indique escreva atual atualmente válido principal
others: gestor gerente chefe supervisor emergência indicado indicação indicador referência referências pai mãe cônjuge esposo esposa responsável legal nascimento nascido idade sexo gênero género nacionalidade civil rg cpf cnpj nif niss pis passaporte salário salarial salariais pretensão expectativa remuneração aviso prévio disponibilidade disponível início admissão término fim contratação contratado entrevista última último modificação modificado atualização atualizado excluído validade vencimento anos experiência formação escolaridade curso grau nível cnh carta condução habilitação veículo mudança desejado desejada preferido preferida alternativo adicional outro outra outros segundo secundário anterior tipo quantidade senha avaliação nota pontuação currículo cv anexo documento arquivo foto motivo idioma idiomas horário turno fax site setor
things: empresa companhia cliente agência departamento filial escritório escola universidade faculdade sede local trabalho vaga cargo campanha formulário recrutador

# Italian
externalId: id candidato, codice candidato, numero candidato, id del candidato, riferimento candidato, codice identificativo
externalId??: nome utente, utente, matricola, codice
fullName: cognome e nome, nome cognome, cognome nome, nominativo, nome del candidato, nome candidato, candidato nome e cognome
fullName?: candidato a
fullName~: nome e cognome, nome completo, come ti chiami, come si chiama, nominativo
firstName: nome di battesimo, primo nome
lastName: cognome candidato
lastName~: cognome
email: indirizzo email, indirizzo e mail, indirizzo di posta elettronica, posta elettronica, e mail personale, email personale, mail personale, email di contatto, indirizzo mail, e mail di contatto, recapito email
email~: e mail, email, posta elettronica, indirizzo mail
phone: numero di telefono, numero telefono, numero di cellulare, numero cellulare, telefono cellulare, recapito telefonico, recapito, telefono mobile, contatto telefonico, numero telefonico, cell personale, telefono di contatto, numero whatsapp, n telefono, n cellulare, nr telefono
phone~: telefono, cellulare, numero di telefono, recapito telefonico, possiamo contattarti, possiamo chiamarti
profileUrl: profilo linkedin, link linkedin, url linkedin, link al profilo, collegamento linkedin
profileUrl??: sito web, sito personale, portfolio online, profilo
location: indirizzo completo, residenza, luogo di residenza, domicilio, località di residenza, indirizzo di residenza, dove vive, posizione geografica, indirizzo domicilio, sede di residenza
location?: località
location~: dove vivi, dove abiti, dove risiedi, luogo di residenza
street: via, via e numero, via e numero civico, indirizzo via, via n civico
city: comune, città di residenza, comune di residenza, città residenza, città di domicilio, comune residenza, città attuale
city~: quale città, che città, comune di residenza
region: provincia, regione, prov, provincia di residenza, regione di residenza, prov residenza
postalCode: c a p, codice postale, codice avviamento postale
country: nazione, stato di residenza, paese di residenza, nazione di residenza
currentCompany: azienda attuale, datore di lavoro, datore di lavoro attuale, impresa, società attuale, ultima azienda, ultimo datore di lavoro, attuale azienda, attuale datore di lavoro
currentCompany~: azienda attuale, dove lavori, datore di lavoro attuale
currentTitle: qualifica attuale, ruolo attuale, posizione attuale, mansione attuale, professione, occupazione, titolo attuale, ultima posizione, ultimo ruolo, mansione, occupazione attuale, impiego attuale
currentTitle~: ruolo attuale, posizione attuale, qualifica attuale
position: posizione ricercata, posizione di interesse, posizione desiderata, posizione per cui si candida, posizione per la quale si candida, ruolo di interesse, annuncio, annuncio di lavoro, offerta di lavoro, offerta, posizione aperta, candidatura per, ruolo ricercato, ruolo per cui si candida, titolo annuncio, vacancy, figura ricercata, posizione candidatura, mansione richiesta
position~: ti candidi, si candida, ti stai candidando, posizione di interesse, quale posizione, quale ruolo
status: stato candidatura, stato della candidatura, stato candidato, stato del candidato, fase, fase di selezione, fase del processo, fase attuale, esito, stadio, avanzamento, stato selezione, stato attuale, step selezione
status?: stato
status~: stato della candidatura, stato candidatura, fase di selezione
source: fonte candidatura, canale, provenienza, origine, canale di reclutamento, fonte di reclutamento, canale di provenienza, come ci ha conosciuto, fonte del candidato, fonte di provenienza, portale
source~: ci hai conosciuto, ci ha conosciuto, saputo di noi, venuto a conoscenza, conosciuti, trovato l annuncio, sei venuto a sapere, ci hai trovato
owner: selezionatore, selezionatrice, recruiter assegnato, responsabile, responsabile selezione, referente hr, assegnato a, incaricato, consulente, referente interno, proprietario
appliedAt: data candidatura, data di candidatura, data invio, data di invio, data invio candidatura, data ricezione, data ricezione cv, data di ricezione, candidato il, ricevuto il, inviato il, data iscrizione, data della candidatura, data di iscrizione, candidatura del
appliedAt?: informazioni cronologiche, data creazione, data di creazione, data inserimento, data di inserimento, creato il, data e ora, data ora, inserito il
appliedAt~: data candidatura, data di candidatura, data della candidatura
notes: commenti, commento, osservazioni, annotazioni, annotazione, note interne, note selezionatore, altre informazioni, note aggiuntive, informazioni aggiuntive
notes??: motivo scarto, motivo del rifiuto, lettera di presentazione, motivazione
notes~: altro da aggiungere, commenti, note aggiuntive, vuoi aggiungere
tags: competenze, competenze tecniche, abilità, parole chiave, etichette, capacità, conoscenze, competenze chiave
tags?: lingue, categorie
doNotCall: non chiamare, non contattare, non telefonare
doNotCall~: non chiamare, non contattare
consent: consenso, consenso privacy, privacy, consenso gdpr, consenso trattamento dati, consenso al trattamento dei dati, consenso al trattamento, autorizzazione, autorizzazione trattamento dati, autorizzazione al trattamento dei dati, trattamento dati, informativa privacy, accettazione privacy
consent~: consenso, autorizzo, acconsento, accetto, trattamento dei dati, trattamento dei miei dati, informativa sulla privacy
ornaments: del della dei il la lo suo sua tuo tua un una candidata
fillers: il lo la i gli le un uno una di del dello della dei degli delle a al alla ai in nel nella con per su da dal e o ed che qual quale quali come dove quando chi è sono sei hai ha ci si ti tuo tua tuoi suo sua mio mia noi nostro nostra io per favore indica indicare inserisci inserire scrivi specifica attuale attualmente
others: responsabile diretto capo superiore emergenza emergenze referenza referenze referente segnalato segnalatore padre madre coniuge marito moglie genitore nascita nato nata età sesso genere nazionalità cittadinanza civile codice fiscale partita iva stipendio ral retribuzione retributiva retributive aspettativa aspettative pretesa preavviso disponibilità disponibile inizio assunzione assunto fine cessazione colloquio ultima ultimo modifica modificato aggiornamento aggiornato eliminato scadenza anni esperienza titolo studio laurea diploma formazione istruzione patente automunito trasferimento trasferte desiderato preferito preferita alternativo secondario secondo altro altra precedente tipo tipologia numero civico password valutazione voto punteggio curriculum cv allegato documento file foto motivo lingua lingue orario turno fax sito settore
things: azienda società ditta cliente agenzia reparto filiale ufficio scuola università sede lavoro annuncio offerta posizione campagna modulo selezionatore

# Dutch
externalId: kandidaat id, kandidaatnummer, sollicitant id, sollicitatienummer, kandidaat nr, extern id
externalId??: gebruikersnaam, personeelsnummer
fullName: naam kandidaat, naam sollicitant, volledige naam, voor en achternaam, voornaam en achternaam, naam van de kandidaat, kandidaatnaam, kandidaat naam, naam en voornaam, naam voornaam, achternaam voornaam
fullName?: sollicitant
fullName~: volledige naam, hoe heet je, hoe heet u, wat is je naam, wat is uw naam
firstName: roepnaam, voornamen
firstName~: voornaam
lastName: familienaam, geslachtsnaam
lastName~: achternaam
email: e mailadres, emailadres, mailadres, e mail adres, email adres, e mail, privé e mail, e mail kandidaat
email~: e mailadres, emailadres, e mail, email
phone: mobiele telefoon, mobiel nummer, mobiele nummer, gsm, gsm nummer, telefoonnr, telefoon nr, tel nr, mobiel telefoonnummer, contactnummer, telefoon mobiel, telefoon privé, 06 nummer
phone~: telefoon, telefoonnummer, mobiel, gsm, nummer kunnen we, nummer kunnen wij
profileUrl: linkedin profiel, linkedin pagina, link naar linkedin, linkedin url
profileUrl??: persoonlijke website, profiel, profiellink
location: volledig adres, woonadres, locatie, huidige locatie, adres en woonplaats, woonachtig in, verblijfplaats
location?: adres
location~: waar woon je, waar woont u, woonachtig
street: straat, straatnaam, straat en huisnummer, straat nummer, straat en nummer, adresregel 1
city: gemeente, plaatsnaam, huidige woonplaats
city~: welke stad, welke plaats, woonplaats
region: provincie, regio, provincie regio
postalCode: pc, post code
country: woonland, land van verblijf
currentCompany: huidige werkgever, huidig bedrijf, werkgever, laatste werkgever, bedrijfsnaam, organisatie, huidige organisatie
currentCompany~: huidige werkgever, waar werk je, waar werkt u
currentTitle: huidige functie, huidige functietitel, beroep, huidige baan, laatste functie, huidige rol
currentTitle~: huidige functie, huidige baan
position: vacature, vacaturetitel, vacature titel, functie waarop gesolliciteerd, gesolliciteerd op, gesolliciteerde functie, gewenste functie, sollicitatie voor, sollicitatie op, vacaturenaam, functie van interesse, gesolliciteerd voor, gewenste baan
position?: functienaam, rol
position~: solliciteer je, solliciteert u, welke functie, welke vacature, vacature
status: fase, huidige fase, sollicitatiestatus, status kandidaat, status sollicitatie, stap, processtap, kandidaatstatus, sollicitatiefase, voortgang
status~: sollicitatiestatus, status van de sollicitatie
source: herkomst, kanaal, wervingskanaal, bron kandidaat, wervingsbron, hoe gevonden, bron van sollicitatie, hoe ben je bij ons terecht gekomen, sollicitatiebron, vindplaats
source~: ons gevonden, bij ons terecht, van ons gehoord, over ons gehoord, van deze vacature gehoord, ons terechtgekomen, vacature gevonden, kent u ons, ken je ons
owner: toegewezen aan, eigenaar, consulent, recruiter naam, verantwoordelijke, behandelaar, contactpersoon intern, intercedent, verantwoordelijke recruiter
appliedAt: sollicitatiedatum, datum sollicitatie, gesolliciteerd op datum, datum van sollicitatie, ontvangen op, datum ontvangst, datum ontvangen, ingediend op, ontvangstdatum, inzenddatum, datum inzending
appliedAt?: tijdstempel, aangemaakt op, datum aangemaakt, aanmaakdatum, toegevoegd op, datum tijd, invoerdatum
appliedAt~: sollicitatiedatum, datum sollicitatie
notes: opmerking, notities, notitie, aantekeningen, toelichting, interne notities, overige opmerkingen, aanvullende informatie, bijzonderheden
notes??: reden afwijzing, afwijzingsreden, motivatie, motivatiebrief
notes~: opmerkingen, nog iets, wil je nog
tags: vaardigheden, competenties, trefwoorden, labels tags, kennis, kernwoorden
tags?: talen, categorieën
doNotCall: niet bellen, niet contacteren, geen contact, niet benaderen, bel me niet
doNotCall~: niet bellen, niet benaderen
consent: toestemming, avg, toestemming avg, akkoord, akkoord avg, privacyverklaring, akkoord privacy, avg toestemming, privacy akkoord, toestemming gegevens
consent~: toestemming, akkoord, ik ga akkoord, privacyverklaring, avg
ornaments: kandidaat sollicitant van de het je jouw uw mijn een
fillers: de het een van voor op in te aan bij met uit en of je jij jouw u uw ik mijn ons onze wij we is zijn ben bent wat wie waar wanneer hoe welke welk graag vul gelieve kunnen kan wil willen huidige actuele volledige
others: leidinggevende manager noodgeval noodcontact nood referentie referenties aangedragen aanbrenger vader moeder partner echtgenoot geboorte geboortedatum geboorteplaats geboren leeftijd geslacht nationaliteit burgerlijke bsn salaris salarisindicatie salariswens loon vergoeding opzegtermijn beschikbaar beschikbaarheid startdatum begindatum einddatum start eind indiensttreding gesprek laatste gewijzigd wijziging bijgewerkt verwijderd vervaldatum jaren ervaring werkervaring opleiding diploma studie opleidingsniveau rijbewijs werkvergunning verhuizen gewenst voorkeur tweede andere overig alternatief aanhef titel tussenvoegsel voorletters type aantal wachtwoord beoordeling score cv bijlage bestand foto reden taal talen ploegendienst uren fax website sector
things: bedrijf klant opdrachtgever bureau afdeling filiaal vestiging kantoor school universiteit werklocatie standplaats vacature campagne formulier werkgever

# In all of these
ids: nummer kennung kennziffer referenz numéro référence código número referencia numero codice codice
never: warum, wieso, wie lange, wie viele, wie viel, hast du schon, haben sie schon, bist du bereit, sind sie bereit, pourquoi, combien, depuis quand, êtes vous prêt, avez vous déjà, por qué, cuánto, cuántos, cuántas, cuánto tiempo, has trabajado, por que, quanto, quantos, quantas, há quanto tempo, já trabalhou, perché, quanti, quante, da quanto, hai mai, waarom, hoe lang, hoeveel, hoe vaak, heb je eerder
`
