/** Headers in English, French, German, Spanish, Russian and Chinese, with the commonest of others. See read-words.ts for the form. */
export const sixLanguages = `
externalId: external id, ext id, candidate id, applicant id, applicant number, candidate number, ats id, crm id, greenhouse id, lever id, bullhorn id, person id, record id, contact id, lead id,
  identifiant, identifiant externe, id candidat, numéro de candidat, réf candidat, bewerber id, bewerbernummer, kandidaten id, kandidatennummer, externe id,
  id externo, id candidato, id del candidato, identificador, внешний id, ид, идентификатор, id кандидата, номер кандидата, 编号, 候选人编号, 候选人id, 外部编号, 候補者id,
  candidate identifier, applicant identifier, person identifier, candidate reference, candidate number id, bewerber nr, bewerbernr, kandidaten nr, kandidatennr, numéro candidat, n° candidat, código de candidato, код кандидата, 简历编号, 简历id, 应聘者编号
externalId?: id, uid, guid, uuid, ref, reference, reference id, reference number, employee id, employee number, member id, user id, matricule, personalnummer, número de empleado, табельный номер, 工号
fullName: fullname, complete name, candidate name, applicant name, contact name, person name, display name, first and last name, first last name, name surname, name and surname,
  nom et prénom, prénom et nom, nom prénom, prénom nom, nom du candidat, nom et prénoms, vollständiger name, voller name, vor und nachname, vorname nachname, name vorname, nachname vorname, name des bewerbers, bewerbername,
  nombre y apellido, nombre y apellidos, nombres y apellidos, apellidos y nombre, nombre del candidato, фио, ф и о, полное имя, имя и фамилия, фамилия и имя, фамилия имя, имя фамилия, фамилия имя отчество, имя кандидата, кандидат, соискатель,
  姓名, 全名, 候选人姓名, 候选人, 姓名全称, 氏名, お名前, cognome e nome, volledige naam,
  kandidaten, kandidatin, bewerberin, bewerber in, name kandidat, candidate full name, applicant full name, vollst name, nombre completo del candidato, nombres y apellido, имя фамилия отчество, соискатель фио, 应聘者, 应聘者姓名, 求职者, 求职者姓名
plainName: имя, 名字, 名前
fullName?: person, contact, lead, prospect, surname and name
firstName: firstname, fname, given name, given names, forename, christian name, first, prénoms, vornamen, rufname, nombre de pila, primer nombre, имя собственное, 名, 本名, primo nome, primeiro nome, imiona,
  candidate first name, prénom usuel, nombre s, имя кандидата собственное
firstName?: nombres
lastName: lastname, lname, family name, last, second name, nom d usage, zuname, primer apellido, фамилия, 姓, 姓氏,
  candidate last name, nom usuel, nom de naissance, apellido s, apellidos y, фамилия кандидата
email: email, e mail, mail, email address, e mail address, mail address, email id, personal email, work email, primary email, email 1, e mail 1, contact email, emails, email addresses, e mails, contact emails,
  adresse e mail, adresse email, adresse mail, adresse électronique, mél, e mail adresse, email adresse, mailadresse, e post,
  correo e, email personal, dirección de correo, dirección de correo electrónico, почта, эл почта, электронная почта, адрес электронной почты, имейл, емейл, е мейл, е mail, эл адрес,
  邮箱, 电子邮箱, 电子邮件, 邮件, 邮箱地址, 电子邮件地址, 邮件地址, 電子郵件, 電郵, 信箱, メール, メールアドレス, endereço de email, indirizzo email, posta elettronica, adres e mail,
  e mail privat, private e mail, mail privat, email privé, adresse courriel, adresse de courriel, correo personal, mail personnel, личная почта, рабочая почта, 常用邮箱, 个人邮箱
phone: phones, phone numbers, contact phones, phone no, phone nr, telephone number, tel no, mobile phone, mobile number, mobile no, cellphone, cell number, contact number, contact phone, contact phone number, phone 1, primary phone, personal phone, whatsapp, whatsapp number,
  téléphone portable, téléphone mobile, tél portable, tél mobile, n° de téléphone, n° tél, numéro de portable, mobile tél, telefon nr, tel nr, mobilnummer, mobiltelefon, rufnummer, telefon mobil,
  número de teléfono, teléfono móvil, teléfono celular, número de celular, teléfono de contacto, телефон, номер телефона, мобильный, мобильный телефон, моб телефон, сотовый, сотовый телефон, контактный телефон, тел,
  电话, 手机, 手机号, 手机号码, 联系电话, 电话号码, 移动电话, 電話, 手機, 手機號碼, 電話番号, 携帯電話, numero di telefono,
  cellular, cellular number, cellular phone, mobile telephone, handynr, handy nr, mobilnr, mobil nr, mobilfunk, mobilfunknummer, telefonnr, tel mobil, gsm, n° de portable, n° portable, n° de mobile, tel móvil, teléfono 1, моб, моб тел, мобильный номер, сотовый номер, контактный номер, 移动号码, 手机1
phone?: 联系方式, work phone, business phone, office phone, téléphone professionnel, telefon geschäftlich, рабочий телефон, home phone, home telephone, téléphone fixe, tél fixe, tel fixe, teléfono fijo, festnetz, festnetznummer, telefon privat, домашний телефон, городской телефон, 家庭电话, 固定电话, 座机
profileUrl: linkedin, linkedin url, linkedin profile, linkedin profile url, linkedin link, linkedin address, profile url, profile link, profile, social profile, public profile url, xing, xing profil, github, github url, person linkedin url,
  profil linkedin, lien linkedin, url linkedin, url du profil, lien du profil, profil url, profil link, linkedin profil, perfil, perfil de linkedin, url de linkedin, url del perfil, enlace de linkedin, профиль, ссылка на профиль, профиль linkedin, линкедин, ссылка на резюме,
  领英, 领英链接, 个人主页, 主页链接, linkedin链接, 个人资料链接
profileUrl?: url, link, website, web site, personal website, homepage, portfolio, portfolio url, site web, lien, webseite, sitio web, enlace, página web, сайт, ссылка, 链接, 网址
location: location, full address, complete address, mailing address, current location, candidate location, residence, place of residence, based in, city state, city country,
  adresse complète, adresse postale, localisation, lieu, lieu de résidence, domicile, vollständige adresse, standort, wohnadresse, dirección completa, ubicación, localización, domicilio, lugar de residencia,
  полный адрес, местоположение, место жительства, локация, местонахождение, 所在地, 现居住地, 居住地, 位置, 地点, 详细地址, 所在地区, 住所
location?: home address, postal address, adresse du domicile, адрес, 地址, 联系地址, 家庭住址, 住址, adres
street: street, street address, address 1, address line 1, address line, street name, street 1, street and number, rue, voie, adresse 1, adresse ligne 1, numéro et rue, straße und hausnummer, straße nr, straße hausnummer, str,
  calle, calle y número, dirección 1, улица, улица и дом, улица дом, 街道, 街道地址, via, rua, straat, ulica
city: town, city town, town city, locality, home city, current city, commune, localité, localidad, población, municipio, город, населенный пункт, город проживания, 城市, 所在城市, 市, 现居城市, 都市, comune,
  city name, candidate city, ville de résidence, ville actuelle, wohnort ort, ciudad de residencia, город кандидата, 居住城市, 工作城市
region: region, state province, province, county, state region, province state, us state, région, département, canton, bundesland, kanton, provincia, comunidad autónoma, región, departamento, область, регион, край, край область, республика, 省, 省份, 地区, 州, 省市, 都道府県, regione, provincie, województwo
region?: st
postalCode: postal code, post code, zipcode, zip postal code, postal zip code, cp, индекс, почтовый индекс, 邮编, 邮政编码, 郵遞區號, 郵便番号
country: country name, nation, country of residence, home country, country region, pays de résidence, staat, país de residencia, страна, страна проживания, 国家, 国家地区, 國家, 国, paese di residenza
country?: country code, country id, country iso, code pays, ländercode, código de país, код страны, 国家代码
currentCompany: company name, employer, current employer, organization, organisation, organization name, organisation name, present employer, company account, workplace, current organization, employer name,
  employeur, entreprise actuelle, société actuelle, employeur actuel, organisme, firmenname, unternehmen, arbeitgeber, aktueller arbeitgeber, aktuelles unternehmen, aktuelle firma, organisation,
  compañía, empleador, empresa actual, nombre de la empresa, organización, компания, текущая компания, организация, место работы, работодатель, последнее место работы, текущее место работы,
  公司, 当前公司, 现公司, 目前公司, 公司名称, 工作单位, 所在公司, 现任公司, 单位, 雇主, 会社名, società, werkgever,
  most recent company, most recent employer, last company, last employer, latest company, dernière entreprise, dernier employeur, letzter arbeitgeber, letzte firma, jetziger arbeitgeber, derzeitiger arbeitgeber, última empresa, último empleador, последняя компания, последний работодатель, 最近公司, 最近单位, 当前单位, 目前单位
currentCompany?: account, account name, last company
currentCompany??: previous company
currentTitle: current title, current job title, current position, current role, occupation, profession, present position, title current,
  titre actuel, poste actuel, fonction actuelle, profession actuelle, métier, aktuelle position, aktuelle stelle, berufsbezeichnung, beruf, aktuelle tätigkeit, tätigkeit,
  puesto actual, cargo actual, profesión, ocupación, título actual, текущая должность, профессия, последняя должность, специальность, 当前职位, 现职位, 目前职位, 现任职位, 职业, 现职, 职称, 当前职务,
  most recent title, most recent position, most recent job title, last job title, latest title, dernier poste, dernier emploi, intitulé du poste actuel, letzte position, letzte stelle, letzte tätigkeit, jetzige position, derzeitige position, último puesto, último cargo, puesto más reciente, последнее место должность, 最近职位, 最近职务, 最近岗位, 当前职务, 当前岗位
currentTitle?: fonction, titre, título, 职务, qualifica, headline
position: position applied for, position applied, applied position, applied for, applied job, job applied for, job applied, job posting, posting title, posting, job opening, requisition, requisition title, vacancy, opening, role applied for, job requisition, desired position, target position, position name, job name,
  poste visé, poste recherché, poste souhaité, offre, offre d emploi, candidature pour, poste à pourvoir, vacante, vacante solicitada, puesto solicitado, puesto al que aplica, oferta, oferta de empleo, puesto deseado, plaza,
  stellenanzeige, ausschreibung, beworben auf, beworbene stelle, stellenausschreibung, gewünschte position, bewerbung als, вакансия, желаемая должность, отклик на вакансию, название вакансии,
  应聘职位, 申请职位, 应聘岗位, 申请岗位, 意向职位, 求职意向, 目标职位, 招聘职位, 応募職種,
  req title, req name, requisition name, job requisition title, applied position title, applying for, position of interest, job applied to, beworben als, beworben für, stelle position, position stelle, offene stelle, vakanz, jobposting, candidature au poste, poste candidaté, poste proposé, annonce, intitulé de l offre, titre de l offre, titre de l annonce, puesto ofertado, título de la oferta, nombre de la vacante, позиция вакансия, на вакансию, на должность, 投递职位, 投递岗位, 职位申请, 应征职位
position?: job, role, intitulé du poste, intitulé de poste, emploi, stellenbezeichnung, stellentitel, jobtitel, puesto de trabajo, должность, позиция, 职位, 岗位, 职位名称, 岗位名称, 職位, 役職, ruolo, vaga, functietitel
status: application status, candidate status, applicant status, current stage, pipeline stage, hiring stage, application stage, recruitment status, recruiting stage, step, current status, lead status,
  statut du candidat, statut de la candidature, étape, étape actuelle, état, état de la candidature, bewerbungsstatus, phase, bewerberstatus, stufe, status der bewerbung,
  estatus, etapa, estado de la candidatura, estado del candidato, estado de la solicitud, fase, статус, этап, стадия, статус кандидата, этап подбора, статус отклика, состояние,
  状态, 阶段, 当前状态, 当前阶段, 招聘阶段, 候选人状态, 应聘状态, 進捗, 狀態,
  current interview stage, interview stage, current stage name, current status name, status name, stage name, current step, current step name, step name, workflow state, workflow status, workflow stage, workflow step, hiring status, candidate state, bearbeitungsstatus, prozessschritt, bewerbungsphase, aktueller stand, stand der bewerbung, étape du processus, statut actuel, avancement, fase del proceso, fase actual, estado actual, etapa del proceso, estado candidatura, текущий этап, этап воронки, статус заявки, этап отбора, 面试阶段, 应聘阶段, 流程状态, 处理状态, 简历状态
status?: disposition, outcome, result, résultat, ergebnis, resultado, результат, 结果, 进度, stand, state of application, disposition status, situación
source: candidate source, lead source, application source, source name, sourced from, referral source, channel, hiring source, source of hire, utm source, how did you hear about us,
  provenance, origine, source de candidature, source du candidat, canal, herkunft, bewerbungsquelle, kanal, quelle der bewerbung, bewerbungskanal, aufmerksam geworden durch,
  origen, procedencia, fuente de reclutamiento, fuente de candidatura, источник, источник кандидата, источник отклика, канал, откуда,
  来源, 渠道, 简历来源, 候选人来源, 招聘渠道, 来源渠道, 應徵來源, 流入元,
  sources, source channel, recruiting source, recruitment source, recruiting kanal, recruitingkanal, bewerberquelle, aufmerksam durch, woher, gefunden über, kanal quelle, source de recrutement, canal de recrutement, canal d acquisition, source candidature, comment nous avez vous connu, canal de entrada, medio, cómo nos conociste, источник резюме, источник привлечения, канал привлечения, 投递渠道, 应聘渠道, 应聘来源, 简历渠道, 获取渠道
source?: campaign, platform, job board, medium, referred by, referrer, kampagne, campagne, campaña, кампания, campaign name, job site, publisher, origin
owner: candidate owner, lead owner, record owner, application owner, contact owner, owner name, recruiter, recruiter name, assigned to, assigned recruiter, assignee, responsible, account manager, consultant, coordinator,
  responsable, recruteur, recruteuse, chargé de recrutement, propriétaire, assigné à, attribué à, gestionnaire, zuständig, zuständiger recruiter, verantwortlich, verantwortlicher, betreuer, inhaber, bearbeiter, zugewiesen an, recruiterin,
  reclutador, reclutadora, propietario, asignado a, asesor, encargado, ответственный, рекрутер, менеджер по подбору, владелец, куратор, назначен,
  负责人, 招聘专员, 招聘负责人, 所有者, 招聘顾问, 归属人, 跟进人, 顾问, 担当者,
  candidate recruiter, lead recruiter, primary recruiter, responsible recruiter, ansprechpartner, ansprechpartnerin, betreuender recruiter, sachbearbeiter, sachbearbeiterin, berater, beraterin, conseiller, conseillère, chargé de recrutement nom, chargée de recrutement, référent, suivi par, consultor, consultora, técnico de selección, responsable de selección, менеджер, ответственный рекрутер, ответственный менеджер, hr менеджер, 负责hr, 负责人hr, 招聘hr, 招聘经理, 跟进hr, 所属顾问
owner?: agent, caller, sales rep, user, manager
statusAt: in status since, status since, status date, date of status, status changed, status changed at, status changed on, status change date, date status changed, last status change, status updated at, status entered at,
  stage date, stage since, in stage since, stage changed at, stage change date, last stage change, stage entered at, entered stage at, date entered stage,
  status seit, im status seit, in status seit, statusdatum, status datum, datum des status, status geändert am, letzte statusänderung, in phase seit, date du statut, date de statut, statut depuis, date d étape,
  fecha de estado, fecha del estado, fecha de etapa, дата статуса, дата этапа, дата изменения статуса, 状态日期, 阶段日期, 状态更新时间
hiredAt: hired at, hired on, hired date, hire date, date hired, date of hire, hiring date, date of hiring, hired time, eingestellt am, einstellungsdatum, datum der einstellung, einstellung am,
  embauché le, date d embauche, date d engagement, fecha de contratación, contratado el, дата найма, дата приёма на работу, дата приема на работу, принят на работу, 录用日期, 聘用日期, 雇用日期, data de contratação, data di assunzione, indiensttreding
hiredAt?: hired, eingestellt, embauché, contratado, нанят
closedAt: closed at, closed on, closed date, close date, date closed, closing date, date of closing, rejected at, rejected on, rejected date, rejection date, date rejected, date of rejection, declined at, declined on, declined date,
  disposition date, disposed at, withdrawn at, withdrawn on, withdrawal date, archived at, archived on, archive date, closed or rejected on, geschlossen am, abgeschlossen am, abgelehnt am, absage am, absagedatum, ablehnungsdatum, datum der absage,
  rejeté le, refusé le, date de rejet, date de refus, date de clôture, clôturé le, fecha de rechazo, rechazado el, fecha de cierre, cerrado el, дата отказа, дата закрытия, 拒绝日期, 淘汰日期, 关闭日期
closedAt?: closed, rejected, abgelehnt, geschlossen
appliedAt: date applied, applied at, date of application, applied date, submission date, submitted at, submitted on, date submitted, apply date, received on, date received, application submitted,
  date de la candidature, candidature le, postulé le, date de postulation, reçu le, date de réception, datum der bewerbung, eingang, eingangsdatum, bewerbungseingang, eingegangen am,
  fecha de postulación, fecha de aplicación, fecha de candidatura, fecha de inscripción, postulado el, fecha postulación, дата отклика, дата заявки, дата подачи, дата обращения, дата подачи заявки, откликнулся,
  申请日期, 申请时间, 投递时间, 投递日期, 应聘日期, 应聘时间, 投递简历时间, 応募日, data candidatura, data di candidatura, sollicitatiedatum, data aplikacji,
  application created at, application created, application received, application received on, application date time, submission completed date, submission completed, applied datetime, applied time, apply time, date of submission, completed date of submission, eingang am, eingegangen, bewerbung vom, bewerbung eingegangen, beworben, reçue le, reçu, candidature reçue le, date candidature, date de dépôt, date du dépôt, postulée le, fecha alta, fecha de inscripción en la oferta, fecha inscripción, fecha solicitud, fecha candidatura, inscrito el, дата поступления, дата резюме отклика, время отклика, поступил, 投递时间日期, 申请时间日期, 投递于, 应聘时间日期, 投递日
appliedAt?: date, created, created at, created time, created on, date created, creation date, created date, date added, added on, timestamp, lead date, entry date, date d ajout, créé le, date de création, datum, erstellt am, erstellt, hinzugefügt am, erstellungsdatum, zeitstempel, anmeldedatum,
  fecha, fecha de creación, creado el, fecha de alta, marca temporal, дата, дата создания, создан, дата добавления, отметка времени, 日期, 创建时间, 创建日期, 添加时间, 添加日期, 时间, 时间戳记, data
notes: comments, comment, remarks, remark, recruiter notes, candidate notes, additional notes, additional comments, feedback, interview notes, call notes,
  commentaire, commentaires, remarque, observations, notes du recruteur, notiz, bemerkungen, kommentar, kommentare, anmerkung, anmerkungen, hinweise,
  nota, comentario, comentarios, observaciones, заметки, заметка, комментарий, комментарии, примечание, примечания, 备注, 评论, 说明, 附注, 備註, 備考, commenti, annotazioni,
  info, infos, memo, remarks notes, internal notes, sonstiges, notiz recruiter, infos complémentaires, informations complémentaires, otros comentarios, доп информация, дополнительная информация, 其他说明, 补充说明, 面试评价
notes?: description, summary, message, about, cover letter, bio, additional information, résumé, beschreibung, nachricht, zusammenfassung, descripción, mensaje, описание, сопроводительное письмо, 描述, 个人简介, 自我评价
tags: tag, labels, label, keywords, skills, skill, skill set, skillset, primary skills, secondary skills, key skills, technical skills, primary skills name, secondary skills name, candidate tags, top skills,
  étiquettes, étiquette, mots clés, compétences, compétences clés, compétence, schlagworte, schlagwörter, stichworte, stichwörter, kenntnisse, fähigkeiten, kompetenzen, skills kenntnisse,
  etiquetas, etiqueta, palabras clave, habilidades, competencias, aptitudes, теги, тег, метки, метка, навыки, ключевые навыки, ключевые слова, 标签, 技能, 关键词, 技能标签, 專長, スキル, タグ, competenze, vaardigheden, umiejętności
tags?: specialties, specialties name, certifications, expertise, languages, spécialités, qualifikationen, especialidades, certificaciones, 专长, 资格证书
doNotCall: do not call, dnc, do not contact, do not phone, no call, no calls, don t call, dont call, don t contact, do not disturb, call opt out, phone opt out, opted out of calls, call blocked,
  ne pas appeler, ne pas contacter, opposition téléphonique, nicht anrufen, nicht kontaktieren, kein anruf, keine anrufe, anrufsperre, kontaktsperre, no llamar, no contactar, no molestar,
  не звонить, не беспокоить, не связываться, 请勿致电, 勿致电, 勿打电话, 不要打电话, 拒绝来电, 免打扰, 請勿致電, 非連絡, non chiamare, não ligar, niet bellen
doNotCall?: opt out, opted out, unsubscribed, blacklisted, blacklist, désinscrit
consent: consent, gdpr consent, privacy consent, consent given, data consent, marketing consent, consent status, opt in, opted in, gdpr, call consent, tcpa consent, contact consent, data processing consent,
  consentement, consentement rgpd, rgpd, accord rgpd, einwilligung, dsgvo, dsgvo einwilligung, einwilligungserklärung, datenschutz, datenschutzeinwilligung, zustimmung,
  consentimiento, consentimiento rgpd, consentimiento de datos, согласие, согласие на обработку, согласие на обработку данных, согласие на обработку персональных данных, согласие на опд, 同意, 隐私同意, 授权同意, 同意授权, consenso, toestemming, zgoda, zgoda rodo
consent?: permission, agreed, terms accepted, permission to contact
email~: email, e mail, courriel, correo electronico, электронная почта, 邮箱, 电子邮件
profileUrl~: linkedin, 领英
firstName~: first name, given name, prénom, vorname
lastName~: last name, surname, family name, nom de famille, nachname, apellido, apellidos, фамилия
fullName~: full name, nom complet, nombre completo, фио, 姓名
phone~: phone, telephone, mobile, cell, phone number, téléphone, telefon, handy, teléfono, móvil, celular, телефон, 手机, 电话
postalCode~: zip code, postal code, postcode, code postal, postleitzahl, código postal, почтовый индекс, 邮编
city~: city, ville, wohnort, ciudad, город, 城市
country~: country, pays, país, страна, 国家
currentCompany~: current company, current employer, entreprise actuelle, aktueller arbeitgeber, empresa actual, 当前公司
currentTitle~: current title, current job title, current position, poste actuel, puesto actual
position~: position applied, applied for, вакансия, 应聘职位
appliedAt~: application date, date applied, bewerbungsdatum
doNotCall~: do not call, do not contact, ne pas appeler, nicht anrufen, no llamar, не звонить
consent~: consent, consentement, einwilligung, consentimiento, согласие
tags~: skills, compétences, habilidades, навыки, 技能
ornaments: candidate candidates applicant applicants contact person people lead prospect primary main personal your my the of required optional field value info details open ended response answer nm cd nm cd
  candidat du de la le votre bewerber bewerbers des der ihr ihre kandidat candidato del el su кандидата соискателя ваш ваша
others: 2 3 4 5 second secondary alternate alternative other previous former old last emergency reference referee manager supervisor spouse parent mother father billing interviewer hiring custom type status opt verified valid count preference preferred format code birth next tax desired date time fax pager degree ssn iban account autre autres ancien urgence weitere andere notfall otro otra anterior emergencia другой дополнительный
things: company business recruiter agency
`
