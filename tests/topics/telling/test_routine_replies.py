"""Which replies say where things stand, in twelve languages."""

import pytest

from sightline.topics.telling.routine_replies import is_chore, is_substantive

ROUTINE = """
Changes applied.
Great, glad that worked.
Good morning! What should we work on?
Interrupted by user
API Error: 529 overloaded
Ich habe die Änderungen vorgenommen.
De rien, n'hésite pas si tu as d'autres questions.
Claro, ahora mismo.
Ecco fatto, tutto funziona.
Ik heb de wijzigingen doorgevoerd.
Я внёс запрошенные изменения.
没问题，都搞定了。
不客气！
已提交。
どういたしまして。
コミットしました。
천만에요!
요청하신 대로 변경했습니다.
Committed as 8be21f0.
PR opened: https://github.com/x/y/pull/190
I updated everything as you requested.
All good, the change is in.
Happy to help!
Anything else I can do?
The requested changes are in place.
Great question!
No worries, all fixed.
Merged the pull request.
Pushed the commit to main.
It's committed and pushed.
[Request interrupted by user]
Claude usage limit reached.
Makes sense, I'll do that now.
That's done as well.
Alles umgesetzt, wie besprochen.
Kein Problem, ist angepasst.
Gern, sonst noch etwas?
Die Änderungen sind drin und gepusht.
Ist jetzt behoben.
Freut mich, dass es klappt!
Habe ich so übernommen.
Les modifications sont faites.
Je t'en prie !
C'est corrigé et poussé.
Tout fonctionne maintenant.
Parfait, autre chose ?
J'ai fait le commit.
Los cambios ya están aplicados.
Ya está corregido.
¿Algo más?
Todo listo, los tests pasan.
¡De nada! Avísame si necesitas algo más.
He hecho el commit.
As mudanças foram aplicadas.
Corrigido, pode testar.
Tudo certo!
Mais alguma coisa?
Commit feito.
Le modifiche sono state applicate.
Corretto, puoi provare.
Di niente, figurati!
Serve altro?
Commit fatto.
De wijzigingen zijn doorgevoerd.
Opgelost, je kunt het testen.
Graag gedaan, laat het weten als je nog iets nodig hebt.
Alles staat erin.
Все изменения внесены.
Исправлено, можно проверять.
Рад помочь!
Обращайся, если что.
Закоммитил и запушил.
已经按您的要求修改好了。
好的，没问题。
代码已提交并推送。
还有其他需要吗？
全部测试通过。
谢谢，很高兴能帮到你。
修正が完了しました。
変更をプッシュしました。
お役に立ててうれしいです。
他に何かありますか？
テストはすべて通りました。
承知しました。対応します。
수정 완료했습니다.
변경 사항을 커밋하고 푸시했습니다.
도움이 되어 기쁩니다.
더 필요한 것이 있으신가요?
모든 테스트가 통과했습니다.
"""
SUBSTANTIVE = """
The banner stays after deleting files.
Sessions end lazily on read.
Migration not yet run.
Renamed to parse_date.
The listener leaks on reconnect.
Not yet; `down()` is empty.
Only above 4 MB.
Passwords are hashed with argon.
The server restarts twice.
Subscription renewal is skipped for trials.
Moved the lock out of the loop.
Webhooks are retried.
Yes, the proxy strips the header.
Der Finder friert nicht mehr ein.
Die Rundung ist kaufmännisch.
Das Banner verschwindet noch nicht.
Der Zähler steht falsch, weil der Import doppelt lief.
Le panier se vide après la connexion.
La facture soustrait la remise.
L'export garde les accents.
La factura resta los descuentos.
El carrito dura un día.
El filtro ignora mayúsculas.
O carrinho dura um dia.
A fatura soma os descontos.
Falta a migração do estoque.
Il carrello si svuota al login.
La fattura sottrae lo sconto.
De factuur trekt de korting af.
De kaart laadt nu lui.
Счёт округляется до копеек.
Корзина очищается после входа.
Миграция ещё не запущена.
发票金额现在四舍五入。
购物车登录后会清空。
迁移脚本还没有执行。
优惠券过期后自动退款。
カートはログイン後に空になります。
請求書の合計を四捨五入しました。
マイグレーションはまだ実行していません。
장바구니가 로그인 후 비워집니다.
네트워크 오류는 재시도합니다.
예약 취소 시 환불됩니다.
마이그레이션은 아직 실행하지 않았습니다.
다운로드가 백그라운드에서 돕니다.
Fixed the rounding.
The rotation works now. Tests pass.
10 из 10 зелёные.
Done, 60 instead of 120.
加了两个并发测试,都通过。
SETL-2290 and SETL-2304 are merged; SETL-2240 is not.
"""


@pytest.mark.parametrize("reply", ROUTINE.strip().splitlines())
def test_a_reply_of_routine_does_not_say_where_things_stand(reply: str) -> None:
    assert not is_substantive(reply)


@pytest.mark.parametrize("reply", SUBSTANTIVE.strip().splitlines())
def test_a_reply_that_names_something_of_the_work_does(reply: str) -> None:
    assert is_substantive(reply)


@pytest.mark.parametrize(
    "prompt", ["commit", "push it", "Commit and push please.", "committe das", "提交", "커밋해줘"]
)
def test_a_commit_or_a_push_is_a_chore(prompt: str) -> None:
    assert is_chore(prompt)


@pytest.mark.parametrize(
    "prompt", ["merge the duplicate customers", "why was it pushed twice?", "ok", "run the tests"]
)
def test_other_prompts_are_no_chores(prompt: str) -> None:
    assert not is_chore(prompt)
