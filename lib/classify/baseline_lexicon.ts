/**
 * Words that say what a message wants, by meaning and across languages: the part of the baseline
 * classifier that does not depend on what its training corpus happened to talk about.
 *
 * Entries are lower case. `*` at the end matches any ending (`corrig*`), `_` joins the words of a
 * phrase, entries in Chinese, Japanese characters match anywhere in running text.
 *
 * @module
 */

/** Meanings and the words that carry them; the order fixes their numbers, so append only. */
export const LEXICON: Readonly<Record<string, string>> = {
  fix:
    "fix fixes fixed fixing repair repairs resolve solve solves correct patch hotfix behebe beheb* reparier* korrigier* fixe corrige corrig* répare répar* arregla arregl* soluciona* conserta* consert* corrija ripara* исправь исправ* почини* поправь 修复 修正 修好 解决 改好 fixen 直して 修理 고쳐* 수정해* napraw* popraw* düzelt* perbaiki 修一下",
  add:
    "add adds adding added implement implements implementing create creates creating make build introduce include insert support enable füge hinzufüg* hinzu implementier* erstell* baue ergänze ajoute ajout* crée créer implémente* añade añad* agrega* crea crear implementa* adiciona* cria criar aggiungi aggiung* добавь добав* создай созда* реализуй реализ* сделай 添加 增加 新增 加上 加一个 实现 创建 做一个 写一个 追加 作成 実装 作って 추가* 만들* 구현* dodaj utwórz ekle* oluştur* tambah* buat* toevoegen voeg maak",
  change:
    "change changes changing update updates updating modify adjust alter set edit tweak switch replace swap ändere änder* aktualisier* anpass* passe ersetze modifie modif* changer change_to remplace* mets cambia cambi* actualiza* modifica* reemplaza* muda mudar altera* atualiza* troca* измени* обнови* замени* поменяй 修改 改成 改为 更新 调整 替换 换成 変更 変えて 更新 바꿔* 변경* zmień zmien* değiştir* ubah ganti wijzig* verander*",
  remove:
    "remove removes delete deletes drop hide hides disable clear entferne entfern* lösche lösch* supprime* enlève* retire* elimina* borra* quita* remove remova* apaga* rimuovi* удали* убери* 删除 去掉 移除 隐藏 削除 消して 삭제* 제거* usuń usun* sil kaldır* hapus verwijder*",
  move:
    "move moves rename renames relocate verschieb* umbenenn* déplace* renomme* mueve renombra* mova renomeia* sposta* rinomina* перенеси* переимен* 移动 移到 重命名 改名 移動 리네임 przenieś taşı pindah*",
  refactor:
    "refactor* simplif* cleanup clean_up cleaner restructur* reorganiz* reorganis* extract dedup* deduplicate duplication duplicated modular* reusable decouple abstract abstraction tidy untangle split consolidate inline dry dead_code unused readability maintainab* refaktor* umstrukturier* vereinfach* aufräum* factoris* nettoie* réorganis* refactoriz* refatora* limpia limpa* simplifica* semplifica* рефактор* упрости* вынеси* 重构 简化 整理 拆分 抽取 抽出来 优化代码 リファクタ* 共通化 整理 리팩터* 리팩토* 정리* uprość",
  convert:
    "convert* migrat* port porting translate transpile rewrite_in rewrite upgrade modernize turn_into transform* konvertier* übersetz* umwandeln portier* umschreib* convertis* convertir migrer traduis* convierte migra migrar traduce* converte* traduz* перепиши* переведи* конвертир* мигрир* 转换 迁移 转成 改写成 翻译成 移植 変換 移行 書き換え* 변환* 마이그레이션* przekonwertuj dönüştür*",
  test:
    "test tests testing unit_test unit_tests unittest* pytest jest vitest spec specs e2e teste testen tester prueba pruebas teste testes prova тест* 测试 单元测试 用例 テスト 테스트* testy testów tes",
  coverage:
    "coverage cover edge_case edge_cases test_case test_cases testfälle testabdeckung couverture cobertura copertura покрыт* 覆盖率 覆盖 カバレッジ 커버리지",
  doc:
    "doc docs document documents documentation readme readme.md changelog docstring docstrings jsdoc comments comment wiki guide tutorial manual release_notes dokumentation dokumentier* kommentare anleitung documente* commentaires notice documentación documenta* comentarios documentação comentários documentazione commenti документац* комментари* 文档 注释 说明 说明书 教程 ドキュメント コメント 説明書 문서* 주석* dokumentacj* komentarz* belge* dokumentasi",
  write:
    "write writes writing draft generate generates schreib* erstelle verfass* écris écrire rédige* générer génère escribe escrib* genera* escreva escreve* gere gera* scrivi* напиши напис* сгенерир* 写 编写 生成 撰写 書いて 生成 작성* napisz yaz* tulis schrijf",
  explain:
    "explain explains explanation describe understand walk_me tell_me elaborate clarify summarize summarise summary remind_me teach_me erkläre erklär* verstehe versteh* beschreib* explique* expliquer comprendre décris* explica* entender entiendo explicame explique entendi spiega* capire объясни* объясн* понять расскажи* опиши* 解释 讲解 说明一下 介绍 讲一下 什么意思 理解 看懂 説明して 教えて 説明 설명* 알려* wyjaśnij wytłumacz açıkla* anlat* jelaskan uitleg leg_uit",
  show:
    "show display list print give_me zeig* zeige affiche* montre* liste muestra* lista mostra* mostre покажи* выведи* 显示 展示 列出 给我看 表示 見せて 보여* pokaż göster* tampilkan toon",
  run:
    "run runs execute start launch restart rerun re-run kill terminate stop spawn invoke führe_aus ausführen starte start* lance lancer exécute* démarre* ejecuta* corre inicia* arranca* execute executa* roda rodar rode esegui* avvia* запусти* перезапусти* останови* выполни* 运行 执行 启动 跑一下 跑 重启 停止 実行 起動 走らせて 실행* 돌려* uruchom odpal çalıştır* başlat* jalankan voer_uit",
  git:
    "commit commits committed push pushes pushed merge rebase pull pr prs branch branches checkout stash tag cherry-pick git github gitlab revert reverts rollback pull_request committe* pushe* mergen fusionne* pousse* commite* comitea* sube subir suba коммит* закоммит* запушь запуш* пуш* ветк* смержи* 提交 推送 合并 分支 拉取 回滚 コミット プッシュ マージ 커밋* 푸시* 머지* zacommituj wypchnij",
  deploy:
    "deploy deploys deployment publish release ship upload deploye* bereitstell* veröffentlich* déploie* déployer publie* despliega* publica* desplegar implantar publique задеплой* деплой* опубликуй* выложи* 部署 发布 上线 デプロイ 公開 リリース 배포* wdróż yayınla*",
  install:
    "install installs uninstall download npm pip yarn pnpm brew apt docker installier* installe* instala* installa* установи* скачай* 安装 下载 卸载 インストール 설치* zainstaluj kur yükle pasang",
  compile:
    "build builds rebuild compile compiles bundle lint linter format typecheck ci pipeline kompilier* bauen compile compila* construye собери* скомпилируй* линтер 编译 构建 打包 ビルド コンパイル 빌드* 컴파일* derle* zbuduj",
  plan:
    "plan plans planning design approach approaches strategy roadmap architecture propose proposal suggest suggestion suggestions brainstorm next_steps milestones milestone options alternatives tradeoffs trade-offs spec specification prd phase phases entwirf entwurf vorschlag vorschläge vorgehen konzept propose* proposition stratégie planifie* conception propón propuesta estrategia planea* diseña* planeje proposta proponi progetta* спланируй* план плана предложи* подход архитектур* 计划 方案 设计 规划 思路 建议 架构 路线图 計画 設計 提案 方針 案を 계획* 설계* 제안* 방안 zaplanuj zaproponuj planla* öner* rencana usul*",
  review:
    "review reviews reviewed audit critique feedback code_review sanity_check sense-check sense_check double_check double-check proofread überprüf* begutacht* prüfe relis relire vérifie* revue revisa* revisar revise revisão rivedi* проверь проверь_код ревью отревью* 审查 评审 审核 检查一下 检查 レビュー 確認して 見直し 리뷰* 검토* sprawdź przejrzyj incele* tinjau controleer",
  check:
    "check checks verify verifies validate confirm ensure make_sure inspect look_at take_a_look schau prüf* kontrollier* vérifier assure* comprueba* verifica* asegúrate verifique confira controlla* assicurati убедись посмотри* глянь 看看 看一下 确认 验证 核对 見て 確認 확인* 봐* zobacz bak kontrol* cek periksa kijk",
  investigate:
    "investigate diagnose debug debugging root_cause find_out figure_out look_into track_down trace reproduce research untersuch* finde_heraus herausfind* ursache diagnostique* enquête* cherche investiga* averigua* diagnostica* descubra indaga* разберись выясни* найди_причину отлад* причин* 排查 调查 定位 找出原因 原因 调试 分析原因 調査 調べて 原因 デバッグ 조사* 디버그* 원인* zbadaj znajdź_przyczynę araştır*",
  log:
    "log logs logging logged trace_logs verbose console.log instrumentation protokoll* journaux journalisation registros логи логов логирование 日志 打印 ログ 로그*",
  analyze:
    "analyze analyse analyzes analysis analysier* auswert* auswertung werte_aus analiza* analise* analizza* analyser проанализируй* анализ* 分析 统计 分析して 解析 集計 분석* przeanalizuj analiz*",
  data:
    "data dataset datasets csv query queries sql chart charts plot graph metric metrics statistics stats average median correlation dashboard histogram aggregate distribution percentile dataframe pandas daten abfrage diagramm kennzahlen données requête graphique moyenne statistiques datos consulta gráfico promedio estadísticas dados gráficos média dati grafico данных запрос график* среднее статистик* 数据 查询 图表 均值 平均 指标 统计 データ クエリ グラフ 平均 데이터* 쿼리* 차트* dane wykres zapytanie veri grafik",
  compare:
    "compare comparison versus vs difference differences differ vergleich* unterschied* compare* différence* diferencia* comparar diferença* confronta* differenza сравни* разниц* отличие отличается 区别 对比 比较 不同 違い 比較 차이* 비교* różnica porównaj fark",
  continue:
    "continue proceed carry_on go_ahead keep_going go_on resume next retry try_again again proceed_with weiter mach_weiter fortfahren continuez continuer poursuis vas-y sigue continúa continua adelante siga prossiga prosegui avanti vai продолжай* продолжи* дальше давай 继续 接着 下一步 再试 重试 続けて 続行 次 계속* 다음 kontynuuj dalej devam lanjut* ga_door",
  yes:
    "yes yep yeah yup sure ok okay okey k y alright agreed correct right sounds_good ja jawohl jo oui d'accord ouais sí si vale claro dale sim beleza certo va_bene да ага ок хорошо окей верно 是 是的 好 好的 可以 对 行 嗯 没问题 はい うん いいよ お願いします 네 응 좋아* 그래 tak dobrze evet tamam iya",
  no:
    "no nope nah don't dont not never nein nicht kein non pas não não нет не 不 不要 不是 没有 别 いいえ ない 아니* nie hayır jangan tidak niet geen",
  thanks:
    "thanks thank thx ty cheers appreciate danke merci gracias obrigado obrigada grazie спасибо 谢谢 多谢 ありがとう 감사* 고마워* dzięki dziękuję teşekkür* terima bedankt dank",
  praise:
    "great good nice perfect awesome excellent amazing cool love works well_done looks_good beautiful brilliant better super toll gut prima klasse parfait génial bien perfecto genial excelente ótimo perfeito perfetto ottimo отлично супер круто хорош* 很好 不错 完美 太好了 棒 すごい いいね 完璧 좋* 완벽* świetnie harika güzel mantap goed",
  greet:
    "hi hello hey hallo moin servus bonjour salut coucou hola buenas olá oi ciao buongiorno привет здравствуй* 你好 您好 嗨 在吗 こんにちは おはよう もしもし 안녕* cześć hej merhaba selam halo hai hoi yo sup howdy ping good_morning good_evening how_are_you",
  broken:
    "broken breaks broke fails failed failing fail failure crash crashes crashed crashing wrong missing issue issues bug bugs bugged buggy problem problems stuck freezes freeze hangs hang incorrect incorrectly glitch glitchy weird messed unable cannot can't cant doesn't doesnt isn't isnt won't wont didn't didnt not_working does_not is_not disappears disappeared flicker* overlap* laggy leak leaking fehler kaputt funktioniert_nicht geht_nicht problem abgestürzt absturz klappt_nicht falsch fehlt cassé marche_pas fonctionne_pas plante problème bogue falla fallo no_funciona roto problema quebrado não_funciona quebrou erro rotto non_funziona ошибк* баг бага не_работает сломал* падает проблем* 报错 错误 失败 不对 不行 崩溃 问题 出错 没反应 无法 不能 失效 卡住 异常 闪退 不显示 没有生效 エラー 動かない 失敗 おかしい 不具合 できない 表示されない 오류* 에러* 안돼* 안됩* 문제* 버그* błąd nie_działa zepsut* hata çalışmıyor bozuk rusak tidak_bisa fout werkt_niet kapot",
  error:
    "error errors exception traceback stacktrace stack_trace warning warnings undefined null nullpointer* typeerror valueerror keyerror syntaxerror referenceerror importerror modulenotfounderror segfault panic panicked fatal errno econnrefused enoent 404 500 403 401 npm_err exit_code unhandled uncaught exitcode",
  still:
    "still yet again anymore keeps immer_noch wieder noch toujours encore todavía sigue aún ainda continua ancora всё_ещё все_еще опять снова до_сих_пор 还是 仍然 又 依然 まだ また 아직* 여전히 wciąż nadal hala masih nog_steeds",
  why:
    "why how_come reason warum wieso weshalb pourquoi por_qué porque por_que perché почему зачем отчего 为什么 为何 怎么会 怎么回事 为啥 なぜ なんで どうして 왜 dlaczego czemu neden niye kenapa mengapa waarom",
  what:
    "what whats what's que quoi qué quel quelle cuál qual o_que cosa что какой какая какие 什么 哪些 啥 何 なに 뭐* 무엇* 어떤 jaki jaka nedir apa wat",
  how:
    "how wie comment_faire comment_puis cómo como как 怎么 如何 怎样 咋 どうやって どう どのように 어떻게 jak nasıl bagaimana gimana hoe",
  where:
    "where wo wohin où dónde onde dove где куда 哪里 在哪 哪儿 どこ 어디* gdzie nerede dimana waar",
  which:
    "which who whose when welche welcher welches quel lequel cuál qual quale какой который кто когда 哪个 哪一个 谁 什么时候 どれ どちら いつ 誰 어느 언제 누구 który kiedy hangi yang_mana welke",
  possible:
    "can could possible able way_to is_it_possible is_there kann könnte kannst möglich gibt_es peux peut pourrait possible puede puedes posible hay pode posso possível existe puoi può possibile можно можешь возможно есть_ли 可以 能不能 能否 可不可以 是否 吗 できる できますか 可能 ですか ますか 가능* 수있* można czy bisa apakah kan",
  should:
    "should shouldn't ought would_it better best worth recommend recommended recommendation advice opinion think thoughts ideal sollte soll sollten besser empfiehl* empfehl* meinst devrait faut-il mieux recommande* conseil debería mejor recomiend* opinas deveria melhor recomenda* dovrei meglio consigli* стоит лучше посовет* рекоменд* думаешь 应该 推荐 更好 最好 觉得 好吗 建议 べき おすすめ 良い どう思う 좋을까 추천* 나을까 powinien lepiej polecasz sebaiknya zou beter",
  want:
    "want wants need needs like would_like wish i'd prefer möchte brauche hätte_gern veux voudrais besoin j'aimerais quiero necesito quisiera quero preciso gostaria voglio vorrei хочу нужно надо нужен 我想 想要 需要 我要 希望 したい 欲しい ほしい 必要 싶* 필요* chcę potrzebuję istiyorum lazım mau ingin butuh wil",
  meta:
    "claude gpt chatgpt gemini sonnet opus haiku copilot cursor codex aider llama qwen deepseek ollama llm model models token tokens context_window quota subscription billing credits api_key rate_limit plan_mode agent agents subagent memory mcp chat_history session modell modèle modelo модел* токен* 模型 额度 上下文 会话 订阅 计费 モデル トークン 使用量 모델* 토큰*",
  you:
    "you your yourself du dich dein tu toi tes tú eres usted você vocês tuo ты тебя твой вы 你 您 あなた 너 당신 sen kamu jij",
  ui:
    "button buttons page pages screen modal dialog layout color colors colour style styles styling css font icon icons padding margin theme header footer navbar sidebar menu dropdown tooltip animation responsive mobile ui ux tab tabs card cards background border image images width height align centered schaltfläche knopf seite farbe bildschirm bouton couleur écran botón pantalla pantalla_de color página botão tela cor pulsante schermata colore кнопк* страниц* экран* цвет* 按钮 页面 颜色 样式 界面 弹窗 布局 图标 字体 背景 ボタン 画面 色 ページ 버튼* 화면* 색*",
  instead:
    "instead rather than only always must shouldn't should_be without statt stattdessen nur plutôt seulement en_lugar en_vez solo em_vez apenas invece только вместо 而不是 只 必须 だけ 代わり 대신 zamiast",
  code:
    "function functions class classes component components method methods code module modules file files codebase repo repository project hook hooks endpoint api funktion klasse datei fonction classe fichier función clase archivo función função arquivo funzione функци* класс* файл* код кода метод* 函数 代码 文件 类 组件 接口 方法 项目 模块 関数 コード ファイル クラス 함수* 코드* 파일* 클래스*",
  perf:
    "slow slower slowly faster speed performance optimize optimise optimization latency efficient langsam schneller lent rapide lento rápido rapido медленн* быстрее тормозит 慢 性能 优化 速度 卡顿 遅い 高速 느려* 최적화* 속도* wolno yavaş lambat",
  lang:
    "python typescript javascript java rust golang kotlin swift c++ c# php ruby scala react vue angular svelte nextjs next.js django flask express postgres sqlite mysql mongodb tailwind webpack vite bun deno axios fetch es6 esm commonjs graphql rest",
  commandword:
    "command cli terminal script server localhost port process container 命令 终端 服务器 服务 进程 コマンド サーバー 명령* 서버* befehl commande comando команд* сервер*",
  quality:
    "structured elegant clean robust consistent complete thorough quality best_practices best_practice secure security vulnerability vulnerabilities sauber konsistent sicher propre cohérent seguro seguridad segurança sicuro безопасн* качеств* 规范 安全 合理 质量 一致 品質 安全 妥当 안전* 품질*",
  document_file:
    "instructions instruction rules claude.md agents.md contributing license notes summary.md 規約 说明文件 ルール",
  file_read:
    "read reads open load look scan browse search find locate grep lies suche finde lis ouvre cherche lee busca abre leia procure leggi cerca apri прочитай* найди* открой* 读 阅读 打开 查找 搜索 找 読んで 探して 検索 읽* 찾* przeczytaj znajdź oku bul baca cari lees zoek",
  feature:
    "feature features functionality capability option options setting settings mode support toggle filter login signup auth authentication integration plugin funktionalität fonctionnalité funcionalidad funcionalidade funzionalità фич* функционал* 功能 选项 设置 登录 支持 機能 オプション 설정* 기능* funkcj*",
  status:
    "done finished ready working running status progress happened happening doing fertig läuft fini terminé listo terminado pronto feito готово закончил* 完成 好了 做完 进度 終わった 完了 完료* 끝* gotowe",
};

/** Words that open a message without saying what it wants: skipped when looking for its head. */
export const FILLERS: ReadonlySet<string> = new Set(
  ("ok okay okey great good nice perfect cool awesome thanks thank please pls plz can could would will you u we i " +
    "i'd i'll i'm now so and but then also hey hi hello let's lets let me us just well right alright actually want need like to the a an " +
    "yes yeah yep no hmm hm um uh oh wait next first go ahead try maybe again help do does is that this it's it be able able " +
    "bitte kannst du könntest mal jetzt und ich möchte s'il te plaît peux tu peux-tu et je veux voudrais por favor puedes quiero y ahora você pode pode " +
    "пожалуйста можешь и а теперь давай ну 请 帮 我 你 请你 帮我 现在 然后 那 再 さて では")
    .split(" "),
);
