"""How a person asks for the state of the work, in eight languages, as data for `state_questions`.

In a phrase, `a|b` is one of two words, `[a]` may be missing, and `a_b` are two words; the order of
the words does not count.
"""

from typing import NamedTuple


class Language(NamedTuple):
    """The phrases of one language.

    `asks` are the questions, `asks_of_time` those that need a time beside them ("what happened
    yesterday?"), `times` and `free` what may stand anywhere in them. `forms` are words that count as
    one, `dropped` articles and the like, `talk` what else may be said before the question.
    """

    dropped: str
    forms: str
    times: str
    free: str
    asks: str
    asks_of_time: str
    talk: str


ENGLISH = Language(
    dropped="a an the our my us",
    forms="""
    we: i, are: were was am re m, is: s, do: does, have: ve had has, stop: stopped,
    leave: left, get: got gotten, what is: whats, where is: wheres, end: ended, stand: stands stood,
    summarize: summarise, recap: recapitulate, remain: remains remained, let: lets
    """,
    times="""
    [for] today, yesterday, yesterday is, earlier, recently, lately, so_far, still, yet, up_to|until|till now,
    last [time|week|night|session|month|friday|monday], this|yesterday morning|afternoon|evening|week,
    [on|since] monday|tuesday|wednesday|thursday|friday|saturday|sunday, other day, over weekend,
    before [lunch|break|weekend|meeting|that|dinner|holidays|vacation|compaction], previously,
    in|from last|previous|yesterday [is] session|chat|conversation, during last session, week ago
    """,
    free="""
    again, now, right_now, currently, just, exactly, please, pls, quick, quickly, brief, briefly, short,
    actually, really, roughly, ok, okay, so, well, hey, hi, hello, sorry, and, then, anyway, alright,
    good morning|afternoon|evening, morning, thanks, once more, already, at moment, real, oh, also,
    can|could|would|will you, can|could we, tell|remind|show me, remind me of|about, let me know, let,
    let s, do you remember|know, we forgot|forget, we don|do|can t|not remember|know|recall,
    we lost track [of], want to know, you, me again, to|for me, is|are it that,
    with this|that|it|everything|things|all_this|all_that, on|at this|that|it, in all this,
    in|on|for|with|at [this|that] project|session|conversation|chat|work|task|stuff|branch,
    continue [from|at|on], pick up [from|at], carry on [from|at], go on from, keep going from,
    start from, back to
    """,
    asks="""
    where are we [at|up_to|standing], where we left, where [did] we|you leave off, where [did] we leave things|this|it|that [off],
    where [did] we|you stop, where [did] we end [up], where [did] we get to, where [did] we get up to,
    where [did] we finish|pause|break_off, where have we|you leave off, where have we|you stop, where have we get to,
    where [do|did] we|things|everything stand, where [do|did] this|it stand, where is this|everything|it at, where are things [at],
    what are we doing|on, what are we working|busy on|with, what are we up to, what are we in middle of,
    what are we about to do, what have we been doing|working_on|up_to,
    what did we do, what we did|accomplished|achieved|finished|completed, what did we get done, what did we accomplish|achieve|finish|complete, what did we work on,
    what did we manage [to do], what have we done, what have we accomplished|achieved|finished|completed, what have we get done, how much do|have we get|do done, what are|is last step, what else is there to do, short version of,
    what have we worked on, what is|are last thing|things we did, what is|are last thing|things we are doing|working_on,
    what is|are last thing|things we worked on, what is|are it we are doing|working_on, which|what part are we at|on|in,
    where did we get stuck, where are we stuck, what is latest, where do we continue, what is on list|agenda|plate, what is|are open items|points|tasks,
    how is|are things|everything going, how is this|it going,
    what is leave [to_do|to_be_done], what remain [to_do|to_be_done], what is remaining, what remaining, what else is leave [to_do],
    what do we have leave to do, what is there leave to do, what is outstanding|pending,
    what is next, what is next step, what are next steps, what comes next, next steps,
    status, status|progress update|report, state of play|things|affairs|work, current status|state|progress,
    [what|where] is status|progress [of|on] [this] [project|work|task|session],
    what is current status|state|progress [of] [this] [project|work], what is state of play|things|affairs|work|project,
    how far [along|in] are we, how far did we get|go|come, how far have we come|get|gone,
    how much is leave to do, how are we doing, any progress|updates|update|news, what progress have we made,
    progress, give me progress|status|update|overview_of_progress, give me [current] status|progress|state update|report,
    recap [of|session|conversation|chat|everything], give me recap|summary|rundown|version [of],
    summary [of|session|conversation|chat], do recap, summarize [session|conversation|chat|everything|progress|work],
    summarize this session|conversation|chat, sum [it|everything|things] up, summary of progress|session|conversation,
    catch|bring|get|fill me up|in [to_speed|to_date|on], get me back up to speed, catch up, update me,
    refresh|jog memory [on|about], resume [session|work|from], resume where things
    """,
    asks_of_time="""
    what happened, continue|resume|pick_up work, work, what is open|missing|to_do|to_be_done|unfinished|undone,
    what do we have|need to do, what is done
    """,
    talk="""
    back away from of lunch vacation holiday break meeting coffee distracted interrupted restarted off
    long week weekend days got had have been am was for sick home sleep again new session lost thread context
    """,
)
GERMAN = Language(
    dropped="der die das den dem des ein eine einen einem einer aktueller aktuelle aktuellen aktuelles "
    "aktuell derzeitige derzeitigen momentane momentanen jetzige jetzigen neuesten neusten",
    forms="""
    wir: ich man mir uns mich, sein: war waren bin sind ist gewesen wars, haben: habe hab hatte hatten hat,
    stehen: steht stehe stand standen, stehen geblieben: stehengeblieben, machen: mache, machten: machte,
    arbeiten: arbeite arbeitete arbeiteten, taten: tat, gib: geben gebt, hören: hörten hörte höre, bring: bringe bringen, sag: sagen sage, zeig: zeigen zeige, fass: fasse fassen, erinnere: erinner erinnern, hol: holen hole
    """,
    times="""
    heute, gestern, vorgestern, zuletzt, vorhin, bisher, bislang, noch, bis jetzt|hierher|hierhin|gestern|heute, letzte|letzten|letztes|letzter [woche|mal|sitzung|freitag],
    beim|in letzten|letzter mal|sitzung, heute|gestern morgen|früh|abend|nachmittag|vormittag, [am] montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag,
    vor pause|wochenende|mittagessen|mittag|urlaub|meeting|besprechung, als letztes, davor, vorher, schon
    """,
    free="""
    nochmal, noch mal, mal, gerade, grad, grade, jetzt, denn, eigentlich, genau, bitte, kurz, kurzen, kurze, kurzer, schnell, eben, nun, also, so, ok, okay,
    guten morgen|tag|abend, hallo, hi, hey, moin, danke, und, dabei, überhaupt, ja, na, ungefähr, gleich, dran, wieder, alles,
    kannst|könntest du, sag|zeig wir, erinnere wir [daran], weißt du, weisst du, wir weiß|weiss nicht mehr, wir haben vergessen,
    damit, bei wir, mit|in|an|bei|im|am|beim [diesem|dieser] projekt|sitzung|arbeit|aufgabe|sache|gespräch|ganzen,
    machen|mach wir [da|dort|einfach] weiter, machen|mach [da|dort|einfach] weiter, lass wir [da|dort] weitermachen, weiter da,
    fahr|fahre|fahren [wir] fort, fortfahren
    """,
    asks="""
    wo sein wir [angekommen|angelangt|unterwegs], wo sein wir stehen geblieben, wo haben|hörten|hören wir aufgehört|auf|unterbrochen|pausiert,
    wo hast du aufgehört, wo du aufgehört hast, wo stehen wir, wo hänge|hängen wir [fest], wo stehen projekt,
    woran|an_was haben wir gearbeitet|gesessen, woran|an_was arbeiten wir, woran|wobei|bei_was|an_was sein wir,
    womit|mit_was sein wir beschäftigt|zugange, womit|mit_was haben wir beschäftigt|aufgehört, wo sein wir dabei,
    was haben wir in arbeit, was haben wir vorgenommen|geplant, was liegt an, wie stehen es um projekt|arbeit, was haben wir gemacht|getan|geschafft|erledigt|erreicht|vor|hinbekommen, was machten|taten wir, was wollte|wollten wir machen|tun,
    was sein was wir gemacht|getan haben, was wir gemacht|getan|geschafft haben, worum ging es,
    wie weit sein wir [gekommen|fertig], bis wohin sein wir gekommen, wie weit haben wir es|gebracht geschafft,
    was bleibt zu tun, was sein [es] zu tun|erledigen|machen, was müssen wir tun|machen|erledigen, was gibt es zu tun,
    was kommt als nächstes, was sein als nächstes, was sein nächste|nächster schritt, wie geht es|s weiter,
    stehen, stehen dinge|sache, was|wie sein stehen [dinge|sache|projekts|arbeit], was|wie sein letzter stehen, wie sieht stehen aus,
    status, was|wie sein status, statusupdate, status update, zwischenstand, was|wie sein zwischenstand, fortschritt, was|wie sein fortschritt,
    gib wir überblick|zusammenfassung|update|stehen|zwischenstand|recap|status [über] [stehen], zusammenfassung, recap,
    fass zusammen, fass stehen|fortschritt|sitzung|gespräch|bisherige|bisherigen zusammen, zusammenfassen, wie stehen es|s,
    bring wir auf stehen, hol wir ab, hilf wir auf sprünge, was sein status quo
    """,
    asks_of_time="""
    was sein passiert|los|geschehen, was fehlt, was stehen an|aus, was sein offen|übrig|ausstehend|nötig, machen weiter arbeit,
    was bleibt [übrig]
    """,
    talk="zurück aus der dem pause urlaub meeting wieder da sorry entschuldigung war kurz weg abgelenkt bin",
)
FRENCH = Language(
    dropped="le la les l un une des du s se m me t là de d mon notre mes",
    forms="""
    on: nous je j, est: sommes suis étions étais était étaient êtes été sont, a: ai avons avait avais avions,
    que: qu, travaillait: travaillais travaillions travaillons travaille travailler travaillé, bossait: bossais bosse bossé bossions,
    faisait: faisais faisions, fais: faisons faire, mets: mettre mettez, remets: remettre remettez, arrêté: arrêtés arrêtée arrêtées, fait: faite faits,
    stoppé: stoppés, laissé: laissés, reste: restait restent, donne: donnez donner, rappelle: rappelez rappeler, dis: dire dites, résume: résumer résumez
    """,
    times="""
    hier, aujourd hui, jusqu ici|maintenant|présent, dernière fois|semaine|session, fois|semaine|session dernière|passée, tout à heure, ce matin, hier soir|matin,
    avant pause|week end|déjeuner|réunion|ça, lundi, mardi, mercredi, jeudi, vendredi, encore, précédemment, à dernière fois, lors dernière session
    """,
    free="""
    déjà, maintenant, exactement, actuellement, au juste, svp, s il te|vous plaît, si te|vous plaît, il te|vous plaît, vite, rapidement, rapide, bref, brièvement, petit,
    bonjour, salut, bonsoir, coucou, ok, alors, donc, et, bon, bien, merci, désolé, est ce que, tu peux, peux tu, pouvez vous, pourrais tu, tu pourrais,
    rappelle moi, rappelle, dis moi, dis, redis moi, montre moi, tu sais, tu te souviens, on a oublié, on sais|savons plus, on ne sais|savons plus, tout ça,
    avec ça|projet, sur ça|projet, dans projet|session|conversation|travail, reprenons, on reprend, reprends, reprendre, continuons, continue, on continue, poursuivons, pour moi, à partir
    """,
    asks="""
    où on en est, où on est, où en est projet|travail, où on en est arrêté|arrivé, où on est arrêté|arrivé|rendu|rendus, où on a arrêté|laissé|stoppé, où tu t es arrêté, où on est restés|resté,
    jusqu où on est allé|allés|arrivé|arrivés, à quel point|stade|étape on en est, à quel point|stade|étape on est,
    sur|à quoi on travaillait|bossait, sur|à quoi on est [en], sur|à quoi on a travaillait|bossait, à quoi on en est,
    que on faisait, quoi on faisait, ce que on faisait, que on est en train fais, que [ce] on a fait, on a fait quoi, ce que on a fait, quoi on est en train fais,
    que reste il à fais, que il reste à fais, que reste à fais, ce que il reste à fais, [il] [on] reste quoi [à_fais], que on reste il à fais, reste à fais, on doit fais quoi, que on doit fais, que manque il,
    c est quoi état|statut|point [actuel|lieux], quel est état|statut [actuel|avancement|lieux|choses|projet], état avancement|lieux, avancement, statut, quel est avancement [projet|travail],
    où en sont choses, quelle est suite, quelle est prochaine étape, quelles sont|est prochaines étapes, prochaines étapes, c est quoi suite,
    fais|donne [moi] [un] récap|résumé|point|bilan|récapitulatif|topo [sur], récap, récapitulatif, résumé, résume [tout|session|conversation|avancement|travail], récapitule, fais point, point situation,
    mets|remets moi à jour|niveau, mets|remets moi au courant|parfum, mets|remets moi dans bain|contexte, rafraîchis moi mémoire
    """,
    asks_of_time="que est passé, que s est il passé, travail, reprendre travail, quoi manque, que manque",
    talk="retour pause déjeuner réunion revenu revenue vacances absent",
)
SPANISH = Language(
    dropped="el la los las un una unos lo nos me te se le yo nosotros mi nuestro al",
    forms="""
    estamos: estábamos estaba estoy estuvimos estuve, íbamos: iba vamos voy va ibamos, andábamos: andaba andamos, quedamos: quedé quedado quedaba quedábamos queda,
    dejamos: dejé dejaste dejado, hicimos: hice hacíamos hacía, hemos: he habíamos había llevamos llevo, llegamos: llegué llegado llegábamos, donde: adonde, falta: faltaba faltó, trabajamos: trabajé,
    dame: da dime dar dame das, recuérdame: recuerda recuerdas acuérdate recuérdanos, hazme: haz haces hacer hacerme, ponme: pon ponnos pones poner ponerme, paramos: paré parado, resume: resúmeme resumen, terminamos: terminé
    """,
    times="""
    ayer, hoy, anoche, anteayer, hasta ahora|aquí|hoy|el_momento, última vez|sesión|semana, semana pasada, la semana pasada, antes [de|del] [comida|almuerzo|pausa|descanso|reunión|todo|eso|comer],
    lunes, martes, miércoles, jueves, viernes, esta mañana, esta tarde, todavía, aún, vez pasada|anterior, sesión pasada|anterior, en sesión anterior, en última sesión, por última vez, ayer por tarde
    """,
    free="""
    ahora, mismo, exactamente, actualmente, por favor, porfa, rápido, rápidamente, breve, brevemente, corto, hola, buenos días, buenas [tardes|noches], ok, vale, bueno, entonces, y, gracias, perdón, ya, a ver, oye, de nuevo, otra vez, pues, más,
    puedes, podrías, dame, recuérdame, muéstrame, cuéntame, sabes, olvidé, no recuerdo|sé, era|fue lo que, era|fue que, con esto|eso|todo|proyecto, en|del|de proyecto|sesión|conversación|trabajo|tarea,
    sigamos, continuemos, seguimos, sigue, continúa, continuar, seguir, retomemos, retoma, retomar, desde, a partir, de
    """,
    asks="""
    dónde estamos, por dónde íbamos, por dónde estamos|andábamos, en qué estamos, en qué íbamos, en qué andábamos, dónde quedamos, en qué quedamos, en qué hemos quedamos, dónde hemos quedamos, hasta dónde llegamos, hasta dónde hemos llegamos, a donde hemos llegamos, a donde llegamos, dónde hemos llegamos,
    dónde dejamos, dónde hemos dejamos, dónde paramos, dónde hemos paramos, dónde terminamos, en qué punto estamos|quedamos|dejamos, en qué estamos trabajando|ocupado|ocupados, en qué trabajamos|trabajábamos, en qué hemos trabajado, con qué estamos,
    qué estamos haciendo, qué hicimos, qué hemos hecho, qué hemos avanzado|logrado, hecho, qué andábamos haciendo, qué es último hicimos, qué fue último hicimos, último hicimos,
    qué falta [por] [hazme|terminar], qué quedamos pendiente, qué quedamos por hazme, qué hay|tenemos pendiente, qué está pendiente, qué estamos pendiente, qué toca, qué viene [después], cuál es siguiente paso, cuáles son próximos|siguientes pasos, próximos pasos, cuánto falta,
    cómo íbamos [todo|cosa|proyecto|cosas], cómo van|está|están cosas|proyecto|todo, cómo estamos, estado actual, cuál es estado [actual] [cosas|proyecto|trabajo], estado, estatus, cuál es estatus, progreso, cuál es progreso, avances, cómo íbamos progreso,
    hazme resume|recap|recuento, hazme recap, resume, recap, resume estamos, recapitula, recapitulemos, resume sesión|todo|conversación|avance|progreso, ponme día, ponme corriente, ponme tanto, actualízame, refréscame memoria, ponme situación, ponme en situación|contexto
    """,
    asks_of_time="qué pasó, qué ha pasado, trabajo, con trabajo, qué quedamos",
    talk="vuelvo volví regresé descanso almuerzo reunión vacaciones de vuelta he perdido hilo me distraje interrumpieron",
)
PORTUGUESE = Language(
    dropped="o a os as um uma eu nós me nos se te meu nosso à ao no na do da",
    forms="""
    estamos: estávamos estava estou estive estivemos tava tavamos, gente: a_gente, paramos: parei parou paramos parado, fizemos: fiz fez fazíamos, ficamos: fiquei ficámos ficou ficado, íamos: ia vamos vai,
    tínhamos: tinha temos tenho tem, chegamos: cheguei chegou chegámos chegado, trabalhamos: trabalhei trabalhávamos trabalhava, dá: dê dar, faz: faça fazer, coloca: colocar, põe: pôr ponha, atualiza: atualizar atualize, falta: faltava faltou falta, deixamos: deixei deixou, resumo: resuma resume, lembra: lembre lembrar
    """,
    times="""
    ontem, hoje, anteontem, até agora|aqui|hoje|momento, última vez|sessão|semana, semana passada, antes [de|do] [almoço|pausa|intervalo|reunião|isso], ainda, segunda, terça, quarta, quinta, sexta, da última vez, em última sessão, última sessão, esta manhã, ontem à noite|tarde, sessão passada|anterior, por último
    """,
    free="""
    agora, mesmo, exatamente, atualmente, por favor, pf, rápido, rapidamente, breve, brevemente, curto, oi, olá, bom dia, boa tarde|noite, ok, então, e, obrigado, obrigada, desculpa, já, é que, de novo, aí, só, bem, mais,
    gente, pode, poderia, consegue, lembra, diz, diga, mostra, mostre, conta, sabe, esqueci, não lembro|sei, com isso|isto|tudo|projeto, em projeto|sessão|conversa|trabalho, nisso, projeto,
    íamos continuar|retomar, continue, continuar, continuemos, continua, retome, retomar, retomemos, seguir, siga, de, a partir, para mim, mim
    """,
    asks="""
    onde estamos, onde paramos, onde tínhamos paramos|ficamos|parado, onde ficamos, onde é íamos, por onde íamos, onde íamos, onde deixamos, até onde chegamos|fomos|íamos, até onde fizemos, onde chegamos, em que ponto|pé|estágio|fase|parte estamos, em que ponto|pé paramos|ficamos,
    em|no que estamos [trabalhando|mexendo], que estamos trabalhando|mexendo, em|no que trabalhamos, que trabalhamos, em que estamos a trabalhar, que estamos a faz, que estamos fazendo, estamos fazendo quê|que, que fizemos, que fazia|fazíamos|tínhamos|tinha fizemos, que fazia, fizemos que|quê, que tínhamos feito, que foi feito, que fizemos por último, última coisa que fizemos, que fazia|fazíamos|tínhamos|tinha fizemos, que fazia, qual foi última coisa que fizemos,
    que falta [faz|para_faz|por_faz], falta que|quê [faz], que resta [faz], que está|estamos|ficamos|temos|tínhamos pendente, que tínhamos pendente, que tínhamos para|por|que fazer, que ficamos pendente, qual é próximo passo, quais são próximos passos, próximos passos, quanto falta, que vem depois|seguir,
    como estamos, como está andamento|projeto, como estamos projeto|coisas|andamento, como anda|andam coisas, como íamos, qual é status|estado|situação|andamento|progresso [atual], status [atual], estado atual, situação atual, andamento, progresso, em que pé está|anda projeto,
    atualiza, atualize, atualiza me, coloca par, põe par, ponha par, põe me par, coloca me par, põe dia, coloca dia, dá resumo|recap, faz resumo|recap|recapitulação, resumo, recap, recapitula, resumo sessão|conversa|tudo|progresso, refresca memória, situa
    """,
    asks_of_time="que aconteceu, que houve, trabalho, com trabalho",
    talk="voltei volta almoço reunião férias pausa distraí fui interrompido perdi fio",
)
ITALIAN = Language(
    dropped="il lo la i gli le l un una uno io noi mi ci si ti del della dello dei delle d al nostro mio",
    forms="""
    eravamo: ero siamo, dove: dov, stavo: stavamo stiamo sto stavi, abbiamo: ho avevamo avevo hai ha, rimasti: rimasto rimasta, fermati: fermato fermata interrotti interrotto, arrivati: arrivato, facevamo: facevo,
    che: cosa cos, quello che: ciò, lavoravo: lavoravamo lavoriamo, messi: messo, fatto: fatta fatti, manca: mancava mancano, resta: rimane restava rimaneva, fammi: fai fare facci, dammi: dai dacci, ricordami: ricordi ricordaci ricordare ricorda, riassumi: riassumimi riassunto riepilogo, aggiornami: aggiorni aggiornaci aggiornarmi aggiornare, rimettimi: mettimi
    """,
    times="""
    ieri, oggi, stamattina, stasera, finora, ultima volta|sessione|settimana, volta scorsa, scorsa volta|settimana|sessione, prima [di|della] [pranzo|pausa|riunione|weekend|questo], ancora, fino ad ora, fino a ora|adesso|qui, lunedì, martedì, mercoledì, giovedì, venerdì, ieri sera|mattina|pomeriggio, poco fa, per ultimo, sessione precedente|scorsa, in ultima sessione, nell ultima sessione|volta
    """,
    free="""
    ora, adesso, esattamente, attualmente, per favore, per piacere, veloce, velocemente, breve, brevemente, rapido, ciao, salve, buongiorno, buonasera, buon giorno, ok, va bene, allora, e, grazie, scusa, già, di nuovo, dunque, quindi, più, proprio,
    puoi, potresti, ricordami, dimmi, dirmi, mostrami, sai, dimenticato, non ricordo|so, con questo|tutto|progetto, nel|in|nella|sul progetto|sessione|conversazione|lavoro, di,
    riprendiamo, riprendi, riprendere, ripartiamo, riparti, continuiamo, continua, proseguiamo, prosegui, da, dal punto, per me
    """,
    asks="""
    dove eravamo [rimasti|fermati|arrivati], dove sono rimasti|fermati|arrivati, quali sono prossimi passi, dove stavo, fin|fino|sin dove eravamo [arrivati], a che punto eravamo [arrivati|rimasti|fermati], a che punto stavo, a che eravamo [arrivati],
    a|su che stavo lavorando|lavorandoci, a|su che lavoravo, a|su che abbiamo lavorato, che stavo facendo, che facevamo, che abbiamo fatto, che eravamo facendo, ultima che abbiamo fatto, qual è|era ultima che abbiamo fatto, di che stavo parlando,
    che manca [da_fammi], che resta [da_fammi], che c è da fammi, che dobbiamo fammi, che abbiamo da fammi, che c è in sospeso, qual è prossimo passo, che viene dopo, prossimi passi, quali eravamo prossimi passi,
    come eravamo messi, come va|procede progetto, qual è stato [attuale|cose|progetto|lavori|avanzamento], stato attuale|avanzamento, punto situazione, fammi punto [situazione], progressi, a che punto è|eravamo progetto, come procede, com|come è|e situazione,
    fammi riassumi|recap, dammi riassumi|recap, riassumi [tutto|quello|sessione|conversazione|situazione], recap, ricapitola, ricapitoliamo, aggiornami, aggiornami su situazione, rimettimi pari|corrente, rimettimi in pari, rimettimi al corrente, rinfrescami memoria
    """,
    asks_of_time="che è successo, lavoro, con lavoro",
    talk="tornato tornata pausa pranzo riunione vacanza ferie distratto perso filo",
)
DUTCH = Language(
    dropped="de het een onze mijn",
    forms="""
    ik: wij we jij me mij, vat samen: samenvatten, praat ik bij: bijpraten, waren: was zijn ben is geweest, hebben: heb had hadden heeft, werkte: werkten werk werken, deden: deed, doen: doe, stond: stonden staan sta staat, gestopt: stopten stopte, praat: , kwam: kwamen, geef: geven, hielden: hield, herinner ik: herinneren, zeg: vertel
    """,
    times="""
    gisteren, vandaag, eergisteren, laatst, laatste keer|sessie|week, vorige keer|week|sessie, afgelopen week, tot nu [toe], tot dusver, nog, vanmorgen, vanochtend, gisteravond, gistermiddag, voor lunch|pauze|weekend|vergadering|vakantie, maandag, dinsdag, woensdag, donderdag, vrijdag, zonet, net, daarnet, eerder, als laatste
    """,
    free="""
    nu, even, eens, alweer, al, ook, precies, eigenlijk, alsjeblieft, aub, snel, kort, korte, kortjes, hoi, hallo, hey, goedemorgen, goedemiddag, goedenavond, ok, oké, dus, en, dan, dank, bedankt, sorry, er, weer, weet, daar, zo, om, meteen,
    kun|kan|kunt je|u, kun, kan, herinner, herinner eraan, zeg, laat zien, toon, weet je, ik vergeten, ik hebben vergeten, ik niet meer,
    hiermee, ermee, daarmee, met project|werk|dit|dat|alles|taak, in|aan|van|bij project|sessie|gesprek|werk|taak, ga verder|door, gaan verder|door, verder gaan, laten verder gaan, verder, doorgaan, ga, vanaf
    """,
    asks="""
    waar waren ik [gebleven|gekomen|gestopt|aanbeland], waar [waren] gebleven, waar stond ik, waar hebben ik gestopt|opgehouden|gelaten, waar hielden ik op, waar waren ik mee bezig, waarmee waren ik bezig, waar waren ik aan [bezig], waaraan waren ik [bezig],
    waar werkte ik aan, waaraan werkte ik, waar hebben ik aan gewerkt, waaraan hebben ik gewerkt, waar waren ik aan het werkte, waar hebben ik het over,
    wat waren ik aan doen, wat deden ik, wat hebben ik gedaan|gemaakt|bereikt|afgemaakt|af, wat waren laatste wat ik hebben gedaan, wat ik hebben gedaan, wat waren ik van plan,
    hoe ver waren ik [gekomen], hoe ver kwam ik, hoe ver hebben ik gebracht, tot waar waren ik [gekomen],
    wat moet gebeuren|gedaan [worden], wat moet|moeten ik doen|afmaken|afronden|maken, wat waren ik aan maken, wat hebben ik af, wat blijft over, wat stond open, wat stond te doen, wat waren open, wat waren te doen, wat waren volgende stap|stappen, volgende stappen, wat waren volgende,
    hoe stond ik ervoor|voor, hoe stond ermee|zaken|project|voor, wat|hoe waren stand [zaken|project], wat waren stand van zaken, wat waren huidige|actuele stand|status [van] [zaken|project], stand van zaken, status, wat waren status, huidige status|stand, voortgang, wat waren voortgang, hoe gaat project,
    praat ik bij, praat bij, breng ik op hoogte, breng op hoogte, breng ik up to date, geef ik samenvatting|overzicht|recap|update|status [van], geef samenvatting|overzicht|recap|update|status [van], samenvatting, recap, vat [alles|sessie|gesprek] samen, fris geheugen op
    """,
    asks_of_time="wat waren gebeurd, werk verder, wat mist, wat ontbreekt, wat openstaat, met werkte, werkte, wat stond",
    talk="terug van pauze lunch vergadering vakantie weg afgeleid weekend",
)
RUSSIAN = Language(
    dropped="наш наша мой моя же то там",
    forms="""
    мы: я нас нам меня у мне, чём: чем чом, остановились: остановился остановилась остановились, закончили: закончил закончила, работали: работал работала работаем работаю, делали: делал делала, занимались: занимался занималась занимаемся,
    сделали: сделал сделала сделай сделать успели успел успела, дошли: дошел дошла добрались, были: был была, прервались: прервался прервалась, сделано: сделанное, осталось: остаётся остается, дай: дайте, введи: введите, расскажи: расскажите, напомни: напомните, подведи: подведите, статус: статусы
    """,
    times="""
    вчера, сегодня, позавчера, недавно, раньше, до сих пор, пока, ещё, еще, уже, прошлый|последний раз, в прошлый|последний раз, прошлой неделе, на прошлой неделе, сегодня утром, вчера вечером, до обеда|перерыва|выходных|этого, в пятницу|понедельник|вторник|среду|четверг|субботу, только что, последнее время, в прошлой|последней сессии, вечером, утром
    """,
    free="""
    сейчас, теперь, именно, пожалуйста, плиз, кратко, коротко, быстро, краткую, краткий, краткое, привет, здравствуй, здравствуйте, доброе утро, добрый день|вечер, ок, окей, так, ну, и, а, итак, спасибо, извини, снова, опять, ли, давай, что ж, вообще, точно,
    можешь, напомни, напомни мне, скажи, скажи мне, покажи, расскажи, мне, ты помнишь, помнишь, мы забыл|забыла, не помню, мы не помню,
    с этим, с проектом, по проекту, в проекте, по задаче, в этом проекте, по этому проекту, с задачей, с того места, с места, с момента, продолжим, продолжай, продолжаем, продолжи, продолжить, с, того места
    """,
    asks="""
    на|в чём [мы] остановились|закончили|прервались, где [мы] остановились|закончили|прервались, где мы, где мы были, где остановились, остановились, до|на какого|каком|какой месте|места|моменте|момента|этапе|этапа|стадии|шаге|шага [мы] [остановились|дошли], на каком|какой мы этапе|стадии|шаге,
    над чём [мы] работали, чём [мы] занимались, что [мы] делали, что [мы] сделали, что [мы] сделали, что было сделано, что сделано, чём мы [были] заняты|занят|занята, что было последним, что мы делали последним, последнее что мы делали|сделали,
    что осталось [сделали|делать], что мы осталось [сделали|делать|доделать], что осталось доделать, что нужно сделали, что надо сделали, что предстоит [сделали], что дальше, какой следующий шаг, какие следующие шаги, следующие шаги, как продвигается|идёт проект|работа,  что следующее, что не сделано,
    докуда [мы] дошли, до чего [мы] дошли, как далеко мы дошли|продвинулись, как далеко дошли|продвинулись, докуда мы продвинулись,
    как мы дела, как дела, как мы продвигаемся, какой статус [проекта|работы|задачи|дел], статус [проекта|работы|дел], какое состояние дел|работы|проекта, какое положение дел, каково состояние|положение дел|проекта, прогресс, какой прогресс, какие успехи,
    введи мы в курс [дела], введи мы курс дела, введи в курс [дела], обнови мы, подведи итог|итоги, подытожь, резюмируй, дай сводку|резюме|отчет|отчёт|обзор, сводка, резюме, сделали резюме|сводку, освежи память, освежи мне память
    """,
    asks_of_time="что было, что произошло, что случилось, работу, работа, вчерашнюю работу, не хватает",
    talk="вернулся вернулась обеда отпуска перерыва отвлёкся отвлеклась после",
)
LANGUAGES = (ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, DUTCH, RUSSIAN)
