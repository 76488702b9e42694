"""The phrases by which people say that something is to be kept, in eight languages, and what is not.

Regular expressions only; `statements` applies them. English, German, French, Spanish, Portuguese,
Italian, Chinese and Japanese; decisions in Dutch, Russian and Korean too.
"""

# "Remember that ...", "from now on ...", "note for next time": always kept.
WISH = (
    r"\bremember (?:that|this|to|:)|\bremember:|\bplease remember\b|\bdo(?:n'?t| not) forget\b"
    r"|\b(?:note|reminder|rule|fyi|remember) (?:for|to) (?:next time|later|yourself|self|the future|us)\b"
    r"|\bfor the future\b|\b(?:one|another|last) thing (?:to (?:remember|note|know)|for (?:next|later|all))\b|\bas a (?:general )?rule\b|\bhouse rule\b"
    r"|\b(?:please|pls),? (?:never|always|don'?t ever)\b|\bi want you to (?:always|never|treat|remember|keep|use|stop)\b"
    r"|\bfrom now on\b|\bgoing forward\b|\bin (?:the )?future\b|\bkeep in mind\b|\bnote that\b"
    r"|\bfor future reference\b|\b(?:bear|keep) (?:\S+ )?in mind\b|\bnote to (?:my)?self\b|\btake note\b|\bwrite (?:this|that) down\b"
    r"|\bmake a note\b|\bfor the record\b|\bnext time\b|\bmemori[sz]e\b|\bmake it a (?:rule|habit)\b"
    r"|\brules? of thumb\b|\bnew rule\s*:|\b(?:whenever|(?:every|each) time) you (?!have|get|can|want|like|feel|think|are|'re|need)\b"
    r"|\b(?:grundsätzlich|generell) (?:gilt|nie|immer|keine?)\b|\ben règle générale\b|\bcomo regla(?: general)?\b|\bcomo regra\b|\bcome regola\b"
    r"|\bmerk(?:e|t)? (?:dir|euch)\b|\bdenk(?:e|t)? (?:bitte )?(?:dran|daran)\b|\bvergiss (?:bitte )?nicht\b"
    r"|\bab (?:jetzt|sofort|heute)\b|\bvon (?:jetzt|nun) an\b|\b(?:zu)?künftig\b|\bin zukunft\b"
    r"|\bfürs nächste mal\b|\bnotier(?:e|t)? dir\b|\bbitte (?:merken|beachten|notieren)\b|\bbehalte? im (?:kopf|hinterkopf)\b"
    r"|\bsouviens[- ]toi\b|\bretiens\b|\bn'oublie(?:z)? pas\b|\bà partir de maintenant\b|\bdésormais\b"
    r"|\bdorénavant\b|\brappelle[- ]toi\b|\bnote(?:z)? (?:bien|pour)\b|\bpour la prochaine fois\b"
    r"|\bà l'avenir\b|\bgarde(?:z)? (?:en tête|à l'esprit)\b|\bprends note\b"
    r"|\bà (?:retenir|noter|savoir)\b|\bpense(?:z)? (?:bien )?à (?:toujours|ne jamais)\b|\bmémorise\b"
    r"|\brecuerda\b|\bacuérdate\b|\bno (?:te )?olvides\b|\ba partir de ahora\b|\bde ahora en adelante\b"
    r"|\bten en cuenta\b|\bque sepas que\b|\bpara la próxima\b|\bapunta que\b|\ben adelante\b"
    r"|\btoma nota\b|\ben (?:lo sucesivo|el futuro)\b|\btenlo en cuenta\b"
    r"|\b(?:apúnta|anóta)(?:te|lo|telo)\b|\bque quede claro\b|\bmemoriza\b"
    r"|\blembr[ae](?:-se|-te)?\b|\bnão (?:se )?esqueç[ao]s?\b|\ba partir de agora\b|\bdaqui (?:em|para a) (?:diante|frente)\b"
    r"|\banot[ae]\b|\bda próxima vez\b|\bdoravante\b|\btenha em mente\b|\btoma nota\b|\bno futuro\b"
    r"|\bricorda(?:ti)?\b|\bnon dimenticare\b|\bd'ora in (?:poi|avanti)\b|\bda ora in poi\b|\btieni presente\b"
    r"|\bper la prossima volta\b|\bin futuro\b|\btieni a mente\b|\bprendi nota\b|\bsegnati che\b"
    r"|\bda ricordare\b|\bappuntati\b|\bfique claro\b"
    r"|记住|记得|别忘|不要忘|以后|今后|从现在(?:起|开始)|从今往后|下次注意|牢记|请注意"
    r"|覚えて|忘れないで|今後|これから(?:は|も)|以後|次回から|メモして|留意して|覚えといて"
)
# What the team agreed on, or does here: holds without a reason.
AGREED = (
    r"\b(?:we|they|the team|everyone|everybody|the company|security|legal|ops)(?:'ve| have| has)? (?:all )?(?:agreed|settled|standardi[sz]ed|signed off) (?:on|that|to)\b"
    r"|\b(?:is|that'?s) what (?:we|the team) (?:rely on|agreed|decided|use|settled on|standardi[sz]ed on)\b"
    r"|\b(?:haben (?:wir )?(?:uns )?|wir haben (?:uns )?(?:auf )?.{0,40})(?:vereinbart|beschlossen|geeinigt|festgelegt)\b"
    r"|\b(?:on a|nous avons|l'équipe a) (?:validé|décidé|convenu|adopté)\b|\b(?:hemos (?:acordado|decidido|validado)|el equipo (?:ha )?(?:acordado|decidido|decidió|acordó|validado)|quedamos en)\b(?= (?!nada\b)\w)"
    r"|\b(?:combinamos|decidimos|a equipe decidiu|o time decidiu|abbiamo deciso|il team ha deciso|ci siamo accordati)\b"
    r"|我们(?:已经)?(?:约定|决定|商定|统一)|チームで(?:決め|合意)|と決めました"
)
HERE = (
    r"\b(?:hier|bei uns) (?:nutzen|verwenden|benutzen|nehmen|schreiben|machen) wir\b|\bwir (?:nutzen|verwenden|benutzen|nehmen) hier\b"
    r"|\bici,? (?:on|nous) (?:utilise|utilisons|n'utilise|écrit|écrivons)\b|\b(?:aquí|acá) (?:usamos|utilizamos|no usamos|escribimos)\b"
    r"|\baqui (?:usamos|utilizamos|não usamos)\b|\bqui (?:usiamo|utilizziamo|non usiamo)\b|(?:这里|我们这边|这边)(?:都|只)?用|ここでは.{1,20}(?:使|書)"
)
# Says what is allowed, required or excluded.
RULE = (
    r"\bmust\b|\bnever\b|\balways\b|\bmay not\b|\bnot allowed\b"
    r"|\bdo(?:n'?t| not) (?:touch|use|edit|change|add|put|push|merge|flip|call|write|rely|ship|store|log|commit)\b"
    r"|\bno (?!one\b|idea\b|problem\b|worries\b|need\b|clue\b|rush\b|longer\b|matter\b)[\w()]+ (?:\S+ ){0,4}(?:outside|in this|here|before|there|anywhere|without|until|unless)\b"
    r"|\bstays? (?:the|on|at|as|in|with)\b|\bkeep (?:\S+ ){1,6}(?:max|small|below|under|at most|at|out|short|simple|stable)\b"
    r"|\b(?:in|into) english\b|\bonly (?:in|when|if|for|on|with|via|through|after|from|by)\b|\binstead of\b|\brather than\b"
    r"|\bwe(?:'re| are) on \w+|\bwe (?:only |always |never |all |do(?:n'?t| not) )?(?:use|have|run|ship|deploy|store|keep|write|rebase|support)\b"
    r"|\b(?:has|have|there(?:'s| is)) no \w+ (?:on|in|for|access)\b|\byou (?:need|have to)\b|\bwas decided\b|\bwe (?:have )?decided\b"
    rf"|{AGREED}|{HERE}"
    r"|\bneeds? [A-Z_]{3,}|\bdefault (?:is|stays|to|format)\b"
    r"|\bnie(?:mals)?\b|\bkeine?[nrms]? .{3,40}\b(?:außer|ohne|vor|in diesem|hier)\b|\bimmer\b|\bgilt für\b|\bstatt\b|\bnur (?:noch|mit|über|in|für)\b|\bwir (?:nutzen|verwenden|benutzen|haben kein)\b|\bmuss\b|\bmüssen\b|\bdarf (?:nicht|kein|nur)\b"
    r"|\bjamais\b|\btoujours\b|\bpas de \w+|\buniquement\b|\bau lieu d[e']|\bplutôt que\b|\bon (?:utilise|n'utilise|est sur)\b|\bne (?:doit|doivent|touche[zr]?)\b|\binterdit\b|\bdoit\b|\bdoivent\b"
    r"|\bnunca\b|\bsiempre\b|\ben (?:lugar|vez) de\b|\bno se \w+n?\b|\bmejor usamos\b|\b(?:aquí )?usamos\b|\bsin permiso\b|\bprohibido\b|\bdeben?\b"
    r"|\bsempre\b|\bem vez de\b|\bnão se (?:mexe|toca|usa)\b|\bproibido\b|\b(?:aqui )?usamos\b|\bdeve[m]?\b"
    r"|\bmai\b|\binvece di\b|\bal posto di\b|\bqui usiamo\b|\busiamo\b|\bvietato\b|\bnon si (?:tocca|usa)\b"
    r"|一律|必须|不要|不能|只用|只能|禁止|统一|我们用"
    r"|必ず|ではなく|じゃなくて|禁止|使わない|しないで|してはいけ|常に|絶対"
)
# "I chose X", "we decided to ...": a decision of the person, in other languages than English.
DECIDED = (
    r"\b(?:ich habe?|wir haben|habe? ich|haben wir)\b(?:[ ,]+\S+){0,14}? (?:entschieden|gewählt|ausgewählt|festgelegt|beschlossen)\b"
    r"|\b(?:ich (?:nehme|verwende|nutze|benutze)|wir (?:nehmen|verwenden|nutzen|benutzen))(?: \S+){1,8} (?:statt|anstatt|anstelle)\b"
    r"|\b(?:j'ai|on a|nous avons)(?: \w+){0,2} (?:choisi|décidé|opté|retenu)\b|\b(?:j'opte|on opte|nous optons) pour\b"
    r"|\b(?:elegí|elegimos|escogí|escogimos|opté|optamos) |\b(?:me|nos) (?:decidí|decidimos) |\b(?:he|hemos)(?: \w+)? (?:elegido|decidido|escogido|optado)\b|\b(?:decidí|decidimos|acordamos) (?!nada\b)"
    r"|\b(?:escolhi|escolhemos|optei|optámos|decidi|decidimos|resolvi|resolvemos) (?!o (?:problema|bug|erro)|isso|nada)|\bficou decidido\b"
    r"|\b(?:ho|abbiamo)(?: \w+)? (?:scelto|deciso|optato)\b"
    r"|\b(?:ik koos|we kozen|wij kozen) |\b(?:ik heb|we hebben|wij hebben|heb ik|hebben we)(?: \S+){0,12}? (?:gekozen|besloten|afgesproken)\b"
    r"|(?:^|[,.;] )(?:(?:в итоге|итак|всё-таки) )?(?:(?:я|мы) )?(?:(?:всё же|всё-таки|уже|наконец) )?(?:выбрал[аи]?\b|решил[аи]? (?:не )?\S+(?:ть|ти|чь|ться)\b|решил[аи]?,? что\b|договорились\b)"
    r"|(?:我|我们|我們|咱们|最终|最后)(?:已经|还是|就|最终|最后|都|现在)?(?:决定|決定|选定|敲定|选择|選擇)了?(?=\S{2})|(?:我|我们)选了"
    r"|(?:に|と|で)決め(?:ました|た(?!い|ら))|ことに(?:しました|した|決めました)|(?:を|に)(?:採用|選択|選定)(?:しました|した|することに)|を選びました|^(?!.*を).{2,}にしました"
    r"|(?:으?로|기로) ?(?:최종 )?(?:결정|정|합의)(?:했|하였)|[을를] ?(?:선택|채택|택)(?:했|하였|하기로)|기로 ?(?:했|하였)"
)
# Says that nothing was decided yet, that the choice was wrong, or that it was about a step of routine.
UNDECIDED = (
    r"\b(?:noch nicht|noch nichts|nichts|falsche[nrms]?|pas encore|n'ai pas|n'a pas|n'avons pas|rien|mauvaise?|todavía no|aún no|no (?:he|hemos)|nada|equivocad[oa]|ainda não|não (?:escolhi|decidi\w*)|errad[oa]"
    r"|non (?:ho|abbiamo)|niente|sbagliat[oa]|nog niet|nog niets|niets|verkeerde|ещё не|еще не|ничего|не тот|не та|не то|commit\w*|push\w*|rebase\w*|pull request)\b"
    r"|还没|還沒|尚未|没有决定|没决定|错|まだ|間違|ましたか|コミット|プッシュ|提交|推送|아직|안 정했|못 정했|잘못|커밋|푸시"
)
# Introduces a fact by the way.
ASIDE = r"^(?:btw|by the way|fyi|heads[ -]up|übrigens|au fait|por cierto|a propósito|tra l'altro|顺便说|ちなみに)\b"
# Begins with what to do; kept only with a reason.
CHOICE = (
    r"(?:put|use|keep|store|make|take|go with|stick (?:to|with)|rewrite|prefer|leave|drop|avoid|let'?s"
    r"|nimm|nehmen wir|lass|dann \w+ wir|mets|prends|on \w+|gard(?:e|ons)|usa|usemos|mejor|deja|pon|usamos|metti|usiamo|use|coloca)\b"
)
# The person's reason: because ..., otherwise ..., or a clause with a subject of its own.
REASON = (
    r"\b(?:because|since|otherwise|cause|so that|as (?:we|it|they)|or else|that'?s why|reason|due to"
    r"|weil|da (?:wir|es|die|der|das)|sonst|damit|wegen|denn|parce que|car|sinon|puisque|à cause"
    r"|porque|ya que|si no|para que|pois|senão|já que|perché|altrimenti|siccome)\b|因为|否则|不然|上次|から|ので|ため"
    r"|, (?:we|it|they|the|people|legal|ops|our|new|one|so|every|finance|nobody|that|i|something|somebody|on|l'|le|la|les|los|las|el|die|der|das|ich|wir|es|o|os|a|il|i|gli|ne) \S*(?: \S+){2,}"
    r"|\. (?:we|it|they|the|people|our|that|every) \S+(?: \S+){2,}"
    r"|, [\w' -]{2,30} (?:can(?:'?t|not)|(?:do|does|is|are|was|were|has|have|wo)(?:n'?t| not| no)|would|needs?|breaks?|fails?|requires?|expects?|depends?)\b"
)
# Not meant: jokes, suppositions, other people's words.
JOKE = (
    r"\b(?:lol|lmao|rofl|ha(?:ha)+|hehe|jaja(?:ja)?|mdr|ptdr|kkk+|xd|just kidding|jk|joking)\b"
    r"|😄|😂|🤣|😆|😅|😜|哈哈|呵呵|(?<!\w)ww+(?!\w)|笑"
    r"|\byou(?:'re| are) (?:my|the|so|such|a|an)\b|\bdu bist (?:mein|der|die|ein)|\btu es (?:mon|le|la)\b|\beres (?:mi|el|la)\b"
)
DISAGREED = (
    r"\bi (?:don'?t|do not|can'?t) agree\b|\bi disagree\b|\b(?:sehe|finde) ich (?:nicht so|anders)\b|\bich bin anderer meinung\b"
    r"|\bje ne suis pas d'accord\b|\bno estoy de acuerdo\b|\bnão concordo\b|\bnon sono d'accordo\b|我不同意|賛成しません"
)
SUPPOSED = (
    r"\bif (?:this|it|i|we|they) (?:were|was|had|ever|could)\b|\bif i ever\b|\bwhat if\b|\bimagine\b|\bsuppose\b"
    r"|\bwould (?:be|have been) (?:nice|cool|funny|great)\b|\bin theory\b|\bsome ?day\b"
    r"|\bet si\b|\bimagine[zs]?\b|\bun jour\b|\bwas wäre,? wenn\b|\bstell dir vor\b|\bangenommen\b|\bhätten wir\b|\birgendwann\b"
    r"|\bimagina\b|\by si\b|\balgún día\b|\be se\b|\bimmagina\b|\bum dia\b|\bun giorno\b|如果.{0,12}(?:就好|会不会)|假如|万一|要是|もし"
)
OTHERS = (
    r"\b(?:somebody|someone|a guy|some guy|people) (?:on|at|in)\b.{0,30}\b(?:said|says|wrote|claims?)\b|\b(?:reddit|stack ?overflow|hacker ?news|twitter|blog ?post|tutorial|mailing list)\b"
    r"|\bmy (?:old|former|previous|last) (?:team|company|job|boss|employer)\b|\b(?:reviewer|maintainer|article|book|they) (?:\S+ ){0,6}(?:wrote|says|said)\b"
    r"|\b(?:their|the upstream) (?:readme|guide|docs?|rule)\b|\bat my (?:old|last) \w+\b|\bmein (?:alter|früherer)\b|\bmon ancien\b|\bmi antigu[oa]\b"
)
# About this moment only.
ONCE = (
    r"\b(?:this time|today|tonight|for now|right now|just (?:this )?once|for the moment|not yet|yet|in \d+ min(?:utes)?"
    r"|this (?:laptop|afternoon|morning|one time)|i'?m (?:off|leaving)|before i|i wanna|i want to (?:see|look|check|click)|first,? (?:i|let me)|make me|for the demo)\b"
    r"|\b(?:heute|diesmal|erst ?mal|vorerst|im moment|gerade nicht|bin gleich)\b|\b(?:aujourd'hui|cette fois|pour l'instant|tout de suite)\b"
    r"|\b(?:hoy|esta vez|por ahora|de momento)\b|\b(?:hoje|desta vez|por enquanto)\b|\b(?:oggi|stavolta|per ora)\b"
    r"|今天|这次|这一次|暂时|先不|等下|下个版本|今日|今回|とりあえず|ひとまず"
)
DOUBT = (
    r"\b(?:maybe|perhaps|not sure|i guess|i think i|might|possibly|no idea|don'?t know|we(?:'ll| will) see|later maybe"
    r"|vielleicht|weiß nicht|mal sehen|peut-être|je ne sais|quizás?|tal vez|no sé|talvez|não sei|forse|non so)\b|也许|可能|不确定|再说|たぶん|かも|わからない"
)
# Takes back what was said before.
WITHDRAWN = (
    r"\b(?:scrap (?:that|it)|never ?mind|forget (?:that|it|what i)|undo that|scratch that|i was wrong|my mistake|changed my mind|on second thought)\b"
    r"|^(?:no,? sorry|sorry,? no|hm+,? wait|oh wait|actually,? no|wait,? no|no,? wait)\b|\bdoch nicht\b|\bvergiss (?:das|es)\b|\bfinalement non\b|\blaisse tomber\b|\boublie (?:ça|ce)\b"
    r"|\bolvídalo\b|\bmejor no\b|\besquece\b|\blascia perdere\b|算了|不对|当我没说|やっぱり|やめて"
)
CORRECTION = (
    r"^(?:(?:h+m+|uh+|um+|well|ah+|oh|sorry|actually|ehm?|naja|äh|euh|bueno|pues|beh|mah)[,. …-]+)*(?:no|nope|nah|stop|wait|wrong|not like that|(?:that|this)(?:'s| is) (?:wrong|incorrect|not right|not how)|not quite"
    r"|nein|halt|falsch|das (?:ist falsch|stimmt nicht)|non|arrête|mauvais|c'est faux|para|mal|eso (?:está|es) mal|no es así"
    r"|não|pare|(?:isso )?está errado|no,|basta|sbagliato|è sbagliato)\b[,.!:; ]"
    r"|^(?:不对|不是|错了|いや|違|それは違)"
)
TOMORROW = (
    r"\b(?:for|until|by) (?:tomorrow|monday|next (?:week|session))\b\s*:|\b(?:tomorrow|next session|todo|left to do|still open|open points?)\s*:"
    r"|\b(?:für|bis) morgen\b\s*:|\bmorgen\s*:|\bpour demain\b\s*:|\bpara mañana\b\s*:|\bpara amanhã\b\s*:|\bper domani\b\s*:|明天[::]|明日[はの][、::]"
)
# A question, or a request that only asks for work.
ASKING = (
    r"^(?:(?:and|but|so|ok(?:ay)?|hey|nice|hm+|right|anyway)[,.! ]+)*(?:what|why|how|where|when|who|which|does|do (?:you|we|i)|is|are|can|could|should|would|will|did|has|have you"
    r"|was|wer|wie|wo|warum|wieso|kannst|könntest|soll(?:en|te)?|que fait|pourquoi|comment|où|qui|peux-tu|est-ce|qué|por qué|cómo|dónde|puedes|como|onde|pode|perché|come|dove|puoi)\b"
)
