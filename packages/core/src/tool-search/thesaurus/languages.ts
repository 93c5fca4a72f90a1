/** The same words in German, Spanish, French, Portuguese, Italian, Dutch, Russian, Japanese, Chinese and Korean, as far as tools need them. */
export const LANGUAGES = `
create : erstellen, anlegen, erzeugen, hinzufügen, eintragen, crear, añadir, agregar, generar, créer, ajouter, générer, criar, adicionar, gerar, creare, aggiungere, maken, aanmaken, toevoegen, создать, создай, добавить, добавь, 作成, 作る, 作って, 追加, 新規, 生成, 创建, 新建, 添加, 增加, 生成, 建立, 만들기, 생성, 추가
new : neu, neue, neuen, neues, nuevo, nueva, nouveau, nouvelle, nouvel, novo, nova, nuovo, nuova, nieuw, nieuwe, новый, новая, 新しい, 新しく, 新的, 新
delete : löschen, entfernen, wegwerfen, borrar, eliminar, quitar, suprimir, supprimer, effacer, enlever, retirer, excluir, apagar, remover, deletar, cancellare, eliminare, rimuovere, verwijderen, wissen, удалить, удали, 削除, 消す, 消して, 删除, 移除, 清除, 삭제, 제거
cancel | delete : absagen, stornieren, cancelar, anular, annuler, desmarcar, annullare, annuleren, отменить, キャンセル, 取り消し, 取消, 취소
decline | respond : absagen, ablehnen, rechazar, refuser, décliner, recusar, rifiutare, отклонить, 辞退, 拒绝
update : ändern, bearbeiten, aktualisieren, anpassen, actualizar, modificar, cambiar, editar, modifier, mettre à jour, changer, atualizar, alterar, mudar, aggiornare, modificare, wijzigen, bijwerken, изменить, обновить, 更新, 変更, 編集, 修改, 编辑, 更改, 수정, 변경, 업데이트
list : auflisten, liste, alle, zeige, anzeigen, listar, lista, todos, todas, mostrar, lister, tous, toutes, afficher, montrer, elenca, elencare, mostra, tutti, lijst, toon, список, показать, покажи, все, 一覧, リスト, 全て, すべて, 表示, 列出, 列表, 所有, 显示, 목록, 보기
get : zeigen, anzeigen, ansehen, abrufen, holen, lesen, anschauen, ver, mostrar, obtener, consultar, voir, afficher, obtenir, récupérer, montrer, obter, vedere, ottenere, bekijken, ophalen, получить, посмотреть, 取得, 見る, 見せて, 確認, 查看, 获取, 看, 查询, 조회, 가져오기
read : lesen, leer, lire, ler, leggere, lezen, читать, прочитать, прочитай, 読む, 読み込む, 読んで, 读取, 阅读, 읽기
open : öffnen, abrir, ouvrir, aprire, openen, открыть, открой, 開く, 開いて, 打开, 열기
close : schließen, cerrar, fermer, fechar, chiudere, sluiten, закрыть, 閉じる, 关闭, 닫기
search : suchen, suche, finden, buscar, encontrar, chercher, rechercher, trouver, recherche, procurar, pesquisar, cercare, trovare, ricerca, zoeken, vinden, найти, найди, искать, поиск, 検索, 探す, 探して, 搜索, 查找, 寻找, 搜寻, 검색, 찾기
send : schicken, senden, verschicken, abschicken, enviar, mandar, envoyer, expédier, inviare, mandare, spedire, sturen, versturen, отправить, отправь, послать, 送る, 送信, 送って, 发送, 发, 寄, 보내기, 전송
reply : antworten, beantworten, antwort, responder, contestar, respuesta, répondre, réponse, resposta, rispondere, antwoorden, ответить, ответ, 返信, 返事, 回复, 答复, 답장
write : schreiben, escribir, écrire, escrever, scrivere, schrijven, написать, записать, 書く, 書き込む, 書いて, 写, 写入, 쓰기
move : verschieben, verlegen, bewegen, mover, trasladar, déplacer, bouger, spostare, verplaatsen, переместить, перенести, 移動, 移す, 移动, 이동
rename : umbenennen, renombrar, renommer, renomear, rinominare, hernoemen, переименовать, 名前を変更, 改名, 名前変更, 重命名, 이름 변경
copy : kopieren, duplizieren, copiar, duplicar, copier, dupliquer, copiare, duplicare, kopiëren, копировать, скопировать, コピー, 複製, 复制, 拷贝, 복사
archive : archivieren, archivar, archiver, arquivar, archiviare, archiveren, архивировать, アーカイブ, 归档, 存档
restore : wiederherstellen, zurückholen, restaurar, restaurer, rétablir, ripristinare, herstellen, восстановить, 復元, 恢复, 还原, 복원
undo | revert | reset : rückgängig, zurücksetzen, deshacer, annuler, desfazer, annullare, отменить, 元に戻す, 撤销, 回滚, 되돌리기
start : starten, beginnen, iniciar, empezar, arrancar, démarrer, lancer, começar, avviare, iniziare, запустить, начать, запусти, 開始, 始める, 起動, 启动, 开始, 시작
run : ausführen, laufen, ejecutar, exécuter, executar, rodar, eseguire, uitvoeren, выполнить, 実行, 执行, 运行, 실행
stop : stoppen, anhalten, beenden, abbrechen, detener, parar, arrêter, stopper, interromper, fermare, остановить, 停止, 止める, 止めて, 终止, 중지
kill : beenden, abschießen, matar, tuer, 强制结束, 杀死, 強制終了, 终止
pause : pausieren, pausar, mettre en pause, 一時停止, 暂停
mark : markieren, marcar, marquer, segnare, отметить, マーク, 标记
complete | close : erledigen, abschließen, erledigt, fertig, completar, terminar, terminer, compléter, concluir, completare, afronden, завершить, 完了, 終わった, 完成, 완료
assign : zuweisen, asignar, assigner, attribuer, atribuir, assegnare, toewijzen, назначить, 割り当て, 担当, 分配, 指派, 할당
approve : genehmigen, zustimmen, freigeben, aprobar, approuver, aprovar, approvare, goedkeuren, одобрить, 承認, 批准, 승인
merge : zusammenführen, einfügen in, mergen, fusionar, unir, fusionner, mesclar, juntar, unire, samenvoegen, объединить, слить, マージ, 結合, 合并, 병합
upload : hochladen, ins repository, subir, cargar, téléverser, télécharger vers, envoyer un fichier, carregar, caricare, uploaden, загрузить, アップロード, 上传, 업로드
attach : anhängen, adjuntar, joindre, anexar, allegare, bijvoegen, прикрепить, 添付, 附加, 첨부
download : herunterladen, runterladen, descargar, bajar, télécharger, baixar, scaricare, downloaden, скачать, ダウンロード, 下载, 다운로드
export : exportieren, exportar, exporter, esportare, экспортировать, エクスポート, 导出, 내보내기
connect : verbinden, conectar, connecter, connettere, подключить, подключиться, 接続, 连接, 연결
check : prüfen, überprüfen, kontrollieren, comprobar, verificar, revisar, vérifier, contrôler, controllare, controleren, проверить, проверь, 確認, チェック, 检查, 검사, 확인
compare | diff : vergleichen, unterschied, unterschiede, comparar, diferencia, diferencias, comparer, différence, différences, diferença, diferenças, confrontare, differenza, vergelijken, verschil, сравнить, разница, 比較, 差分, 违い, 比较, 差异, 对比, 비교
analyze : analysieren, untersuchen, analizar, analyser, analisar, analizzare, analyseren, анализировать, 分析, 解析, 분석
count : zählen, wie viele, anzahl, contar, cuántos, cuántas, número, compter, combien, nombre, quantos, quantas, contare, quanti, quante, aantal, сколько, количество, посчитать, 数える, 件数, いくつ, 数, 统计, 多少, 数量, 개수
schedule : planen, programar, planificar, planifier, programmer, agendar, pianificare, inplannen, запланировать, 予約, 予定, 计划, 安排, 예약
mute : stummschalten, silenciar, couper le son, mettre en sourdine, silenziare, dempen, заглушить, ミュート, 静音, 음소거
click : klicken, anklicken, clic, hacer clic, pulsar, cliquer, clicar, cliccare, klikken, нажать, нажми, кликнуть, クリック, 押す, 押して, 点击, 单击, 클릭
fill : ausfüllen, rellenar, llenar, remplir, preencher, compilare, invullen, заполнить, 入力, 記入, 填写, 填, 입력
type : tippen, eingeben, eintippen, teclear, taper, saisir, digitar, digitare, typen, ввести, напечатать, 入力, 输入, 입력
choose | select : auswählen, wählen, elegir, seleccionar, choisir, sélectionner, escolher, selecionar, scegliere, selezionare, kiezen, выбрать, 選択, 選ぶ, 选择, 선택
navigate | open : gehen, besuchen, aufrufen, ir a, visitar, aller, visiter, naviguer, ir para, andare, visitare, перейти, 移動, 訪問, 开く, 访问, 跳转, 이동
draw | chart : zeichnen, darstellen, dibujar, dessiner, tracer, desenhar, disegnare, tekenen, нарисовать, построить, 描く, 描いて, 绘制, 画, 그리기
show : zeigen, zeig, anzeigen, mostrar, muestra, enseñar, montrer, montre, afficher, affiche, mostre, exibir, mostrare, tonen, показать, 見せて, 表示, 显示, 展示, 보여줘
remember : merken, erinnern, recordar, souvenir, rappeler, retenir, lembrar, ricordare, onthouden, запомнить, 覚える, 覚えて, 记住, 기억
wait : warten, esperar, attendre, aspettare, wachten, ждать, подождать, 待つ, 待って, 等待, 기다리기
install : installieren, instalar, installer, installare, installeren, установить, インストール, 安装, 설치
deploy : ausrollen, desplegar, déployer, implantar, distribuire, uitrollen, развернуть, デプロイ, 部署, 배포
scale : skalieren, escalar, mettre à l'échelle, dimensionar, scalare, масштабировать, スケール, 扩容, 缩放, 伸缩
book | schedule : buchen, reservieren, reservar, réserver, prenotare, reserveren, забронировать, 予約, 预订, 예약
invite : einladen, invitar, inviter, convidar, invitare, uitnodigen, пригласить, 招待, 邀请, 초대
share : teilen, freigeben, compartir, partager, compartilhar, condividere, delen, поделиться, 共有, 分享, 공유
file : datei, dateien, archivo, archivos, fichero, ficheros, fichier, fichiers, arquivo, arquivos, ficheiro, bestand, bestanden, файл, файлы, файла, ファイル, 文件, 파일
directory : ordner, verzeichnis, verzeichnisse, carpeta, carpetas, directorio, dossier, dossiers, répertoire, pasta, pastas, diretório, cartella, cartelle, папка, папку, папке, каталог, フォルダ, フォルダー, ディレクトリ, 文件夹, 目录, 폴더
content | contents | text : inhalt, inhalte, contenido, contenu, conteúdo, contenuto, inhoud, содержимое, содержание, 内容, 中身, 내용
tree : baum, baumstruktur, árbol, arbre, arborescence, árvore, albero, дерево, ツリー, 树, 目录树
size : größe, groß, tamaño, taille, tamanho, dimensione, grootte, размер, サイズ, 大きさ, 大小, 크기
text : texto, texte, testo, tekst, текст, テキスト, 文本, 文字, 텍스트
document : dokument, documento, documents, documento, документ, ドキュメント, 文書, 文档, 문서
page : seite, página, pagina, страница, страницу, ページ, 页面, 网页, 페이지
website | web : webseite, sitio, sitio web, site, sito, сайт, ウェブ, ウェブサイト, サイト, 网站, 网页, 웹사이트
browser : navegador, navigateur, браузер, ブラウザ, 浏览器, 브라우저
screenshot : bildschirmfoto, bildschirmaufnahme, captura de pantalla, captura, pantallazo, capture d'écran, copie d'écran, captura de tela, schermata, schermafbeelding, скриншот, снимок экрана, スクリーンショット, スクショ, 画面, 截图, 截屏, 屏幕截图, 스크린샷
image : bild, bilder, foto, fotos, imagen, imágenes, imagem, imagens, immagine, immagini, afbeelding, картинка, изображение, 画像, 写真, 图片, 图像, 照片, 이미지
form : formular, formulario, formulaire, formulário, modulo, formulier, форма, форму, フォーム, 表单, 양식
field : feld, felder, campo, campos, champ, champs, veld, поле, フィールド, 項目, 字段, 필드
button | click : knopf, schaltfläche, botón, bouton, botão, pulsante, knop, кнопка, кнопку, ボタン, 按钮, 버튼
tab : reiter, pestaña, onglet, aba, scheda, tabblad, вкладка, タブ, 标签页
message : nachricht, nachrichten, mensaje, mensajes, messages, mensagem, mensagens, messaggio, messaggi, bericht, berichten, сообщение, сообщения, メッセージ, 消息, 信息, 聊天记录, 메시지
channel : kanal, kanäle, canal, canales, canais, canaux, salon, canale, kanaal, канал, канале, チャンネル, 频道, 채널
conversation | thread | history : unterhaltung, gespräch, verlauf, conversación, hilo, historial, conversation, fil, conversa, histórico, conversazione, gesprek, беседа, история, 会話, スレッド, 履歴, 对话, 聊天, 聊天记录, 历史, 기록
history : verlauf, geschichte, historie, historial, historique, histórico, cronologia, geschiedenis, история, 履歴, 历史, 记录, 이력
reaction : reaktion, reacción, réaction, reação, reazione, реакция, リアクション, 絵文字, 表情, 반응
email : mail, e-mail, mails, correo, correos, correo electrónico, courriel, courriels, mél, e-mails, posta, письмо, письма, почта, почту, メール, 邮件, 电子邮件, 이메일, 메일
draft : entwurf, borrador, brouillon, rascunho, bozza, черновик, 下書き, 草稿, 초안
attachment : anhang, anhänge, adjunto, archivo adjunto, pièce jointe, pièces jointes, anexo, anexos, allegato, bijlage, вложение, 添付ファイル, 附件, 첨부파일
label : etikett, schlagwort, etiqueta, étiquette, libellé, rótulo, etichetta, метка, ярлык, ラベル, 标签, 라벨
filter : regel, filtro, filtre, règle, regra, regola, фильтр, フィルター, フィルタ, 过滤, 过滤器, 筛选
calendar : kalender, calendario, calendrier, agenda, calendário, календарь, календаре, カレンダー, 日历, 캘린더
event : termin, termine, veranstaltung, ereignis, cita, evento, eventos, reunión, événement, événements, rendez-vous, réunion, évènement, compromisso, reunião, appuntamento, riunione, afspraak, vergadering, встреча, встречу, событие, события, 予定, 会議, イベント, 事件, 日程, 会议, 活动, 일정, 회의
meeting | event : besprechung, sitzung, treffen, reunión, réunion, reunião, riunione, vergadering, встреча, ミーティング, 会議, 会议, 회의
free | availability | freebusy : frei, verfügbar, zeit, libre, disponible, disponibilidad, disponibilité, livre, disponível, libero, vrij, beschikbaar, свободен, 空き, 空いている, 空闲, 有空
time : 何時, 几点, zeit, uhrzeit, uhr, hora, tiempo, heure, temps, ora, tijd, время, 時間, 時刻, 时间, 시간
date | today : datum, heute, fecha, hoy, aujourd'hui, hoje, oggi, дата, сегодня, 日付, 今日, 日期, 今天, 오늘
tomorrow : morgen, mañana, demain, amanhã, domani, завтра, 明日, 明天, 내일
user : benutzer, nutzer, anwender, person, usuario, usuarios, utilisateur, utilisateurs, usuário, usuários, utilizador, utente, utenti, gebruiker, gebruikers, пользователь, пользователи, пользователей, ユーザー, 用户, 使用者, 사용자
member : mitglied, mitglieder, miembro, miembros, membre, membres, membro, membros, membri, lid, leden, участник, участники, メンバー, 成员, 멤버
team : mannschaft, equipo, équipe, equipe, squadra, команда, команды, チーム, 团队, 팀
project : projekt, projekte, proyecto, proyectos, projet, projets, projeto, projetos, progetto, progetti, project, projecten, проект, проекты, プロジェクト, 项目, 프로젝트
board : tafel, brett, tablero, tableau, quadro, bacheca, bord, доска, доски, доску, ボード, 看板, 보드
card : karte, karten, tarjeta, tarjetas, carte, cartes, cartão, cartões, scheda, kaart, карточка, карточку, карточки, カード, 卡片, 카드
task : aufgabe, aufgaben, tarea, tareas, tâche, tâches, tarefa, tarefas, attività, compito, taak, taken, задача, задачи, задачу, タスク, 任务, 作业, 할일, 작업
issue : ticket, tickets, fehler, problem, vorgang, incidencia, problema, problemas, billet, problème, problèmes, anomalie, chamado, segnalazione, probleem, проблема, тикет, задача, 課題, 問題, チケット, イシュー, 问题, 工单, 议题, 이슈
comment : kommentar, kommentare, kommentieren, bemerkung, comentario, comentarios, comentar, commentaire, commentaires, commenter, comentário, comentários, commento, commenti, opmerking, reactie, комментарий, комментарии, コメント, 评论, 注释, 댓글
sprint | iteration | cycle : durchgang, iteración, itération, iteração, iterazione, спринт, итерация, スプリント, 迭代, 冲刺, 스프린트
checklist : prüfliste, lista de verificación, lista de control, liste de contrôle, liste de vérification, lista de tarefas, чек-лист, чеклист, チェックリスト, 清单, 检查清单, 체크리스트
due | deadline : frist, fällig, fälligkeit, vencimiento, plazo, échéance, date limite, prazo, scadenza, срок, 期限, 締め切り, 截止日期, 截止, 마감
status : zustand, stand, estado, statut, état, stato, статус, состояние, 状態, ステータス, 状态, 상태
release | version : veröffentlichung, versión, publicación, publication, versão, versione, релиз, версия, リリース, バージョン, 版本, 发布, 버전
milestone : meilenstein, hito, jalon, marco, traguardo, веха, マイルストーン, 里程碑
customer : kunde, kunden, cliente, clientes, client, clients, klant, клиент, 顧客, 客户, 고객
repository : quelltext, repositorio, repositorios, dépôt, dépôts, repositório, repositórios, deposito, репозиторий, репозитории, リポジトリ, 仓库, 代码库, 저장소
branch : zweig, zweige, rama, ramas, branche, branches, ramo, ramos, ramificação, ramo, rami, tak, ветка, ветку, ветки, ブランチ, 分支, 브랜치
commit : festschreiben, einchecken, confirmar cambios, confirmación, valider les modifications, confirmar alterações, коммит, コミット, 提交, 커밋
changes : änderung, änderungen, cambio, cambios, modification, modifications, changements, mudança, mudanças, alterações, modifiche, cambiamenti, wijzigingen, изменения, изменение, 変更, 変更点, 更改, 变更, 改动, 변경사항
pull request | merge request : solicitud de extracción, solicitud de fusión, demande de tirage, demande de fusion, solicitação de pull, プルリクエスト, プルリク, 拉取请求, 合并请求, 풀리퀘스트, 풀 리퀘스트
code : quellcode, código, codice, код, コード, 代码, 코드
error : fehler, error, errores, erreur, erreurs, erro, erros, errore, errori, fout, fouten, ошибка, ошибки, エラー, 错误, 报错, 에러, 오류
failure | failed : fehlgeschlagen, fallo, falló, échec, échoué, falha, falhou, fallito, mislukt, сбой, упала, 失敗, 失败, 실패
log | logs : protokoll, protokolle, registro, registros, journal, journaux, registri, logboek, журнал, логи, лог, ログ, 日志, 로그
test : prüfung, prueba, pruebas, essai, tests, teste, testes, prova, тест, тесты, テスト, 测试, 테스트
build | pipeline : bau, compilación, construcción, compilation, compilação, compilazione, сборка, сборки, ビルド, パイプライン, 构建, 流水线, 빌드
server | host : rechner, servidor, servidores, serveur, serveurs, machine, сервер, サーバー, ホスト, 服务器, 主机, 서버
process : prozess, prozesse, proceso, procesos, processus, processo, processos, processi, процесс, процессы, プロセス, 进程, 프로세스
command : befehl, befehle, comando, comandos, commande, commandes, comandi, opdracht, команда, команду, コマンド, 命令, 명령
database : datenbank, datenbanken, base de datos, bases de datos, base de données, bases de données, banco de dados, bancos de dados, base de dados, database, gegevensbank, база данных, базы данных, базу данных, データベース, 数据库, 데이터베이스
table : tabelle, tabellen, tabla, tablas, tableau, tabela, tabelas, tabella, tabel, таблица, таблицу, таблицы, テーブル, 表, 表格, 数据表, 테이블
collection : sammlung, colección, colecciones, collection, coleção, coleções, collezione, коллекция, коллекции, コレクション, 集合, 컬렉션
record | row : eintrag, einträge, datensatz, datensätze, zeile, zeilen, fila, filas, enregistrement, enregistrements, ligne, lignes, linha, linhas, registro, riga, righe, rij, запись, записи, строка, レコード, 行, 记录, 레코드
query : abfrage, abfragen, consulta, consultas, requête, requêtes, interrogazione, запрос, запросы, クエリ, 查询, 쿼리
index : verzeichnis, índice, índices, indice, индекс, インデックス, 索引, 인덱스
key : schlüssel, clave, claves, llave, clé, clés, chave, chaves, chiave, sleutel, ключ, ключи, キー, 键, 密钥, 키
value : wert, werte, valor, valores, valeur, valeurs, valore, waarde, значение, 値, 值, 값
cluster : кластер, クラスタ, クラスター, 集群, 클러스터
container | pod : behälter, contenedor, contenedores, conteneur, conteneurs, contêiner, contentor, контейнер, コンテナ, 容器, 컨테이너
alert | monitor : alarm, warnung, warnungen, alerta, alertas, alerte, alertes, avviso, waarschuwing, тревога, оповещение, アラート, 警報, 警报, 告警, 报警, 알림
incident : störung, vorfall, ausfall, incidente, incidentes, panne, incidente, storing, инцидент, インシデント, 障害, 事故, 故障
performance : leistung, geschwindigkeit, langsam, rendimiento, lento, performances, lent, lente, desempenho, prestazioni, traag, производительность, медленно, 性能, 遅い, パフォーマンス, 速度, 慢, 성능
memory : speicher, arbeitsspeicher, memoria, mémoire, memória, geheugen, память, メモリ, 記憶, 内存, 메모리
chart : diagramm, diagramme, grafik, schaubild, gráfico, gráfica, diagrama, gráficos, graphique, graphiques, diagramme, grafico, diagramma, grafiek, диаграмма, диаграмму, график, グラフ, チャート, 図, 图表, 图, 차트, 그래프
bar | column : balken, balkendiagramm, säulen, säulendiagramm, barras, columnas, barres, bâtons, histogramme, colunas, barre, colonne, staaf, столбчатая, 棒グラフ, 棒, 柱状图, 条形图, 막대
pie : kuchen, kuchendiagramm, torten, tortendiagramm, kreisdiagramm, circular, pastel, tarta, gráfico de pizza, camembert, circulaire, torta, taart, круговая, 円グラフ, 饼图, 원형
line : linien, liniendiagramm, línea, líneas, ligne, courbe, linha, linhas, linea, linee, lijn, линейный, 折れ線, 折れ線グラフ, 折线图, 折线
scatter : streudiagramm, dispersión, nuage de points, dispersão, dispersione, 散布図, 散点图
mind map : gedankenkarte, mapa mental, carte mentale, carte heuristique, mappa mentale, интеллект-карта, マインドマップ, 思维导图, 脑图
flow diagram : flussdiagramm, ablaufdiagramm, diagrama de flujo, organigramme, fluxograma, diagramma di flusso, блок-схема, フローチャート, 流程图
word cloud : wortwolke, nube de palabras, nuage de mots, nuvem de palavras, облако слов, ワードクラウド, 词云
map : karte, landkarte, mapa, mappa, kaart, карта, карту, 地図, 地图, 지도
route | directions : weg, wie komme ich, wegbeschreibung, strecke, ruta, camino, indicaciones, cómo llegar, itinéraire, trajet, chemin, caminho, rota, como chegar, percorso, indicazioni, маршрут, как доехать, ルート, 道順, 行き方, 路线, 怎么走, 导航, 길찾기, 경로
distance : entfernung, abstand, distancia, distância, distanza, afstand, расстояние, 距離, 距离, 거리
address : adresse, anschrift, dirección, endereço, morada, indirizzo, adres, адрес, 住所, 地址, 주소
coordinates | geocode : koordinaten, coordenadas, coordonnées, coordinate, coördinaten, координаты, 座標, 经纬度, 坐标, 좌표
height | elevation : höhe, meereshöhe, altura, altitud, elevación, hauteur, altitude, altitude, altura, altezza, altitudine, hoogte, высота, 標高, 高さ, 海拔, 高度, 고도
restaurant | places : gaststätte, restaurante, restaurantes, restaurants, ristorante, ресторан, レストラン, お店, 餐厅, 饭店, 식당
near | nearby | places : nähe, cerca, cercano, près, proximité, perto, vicino, dichtbij, рядом, 近く, 附近, 근처
internet | web : netz, web, интернет, интернете, インターネット, ネット, 互联网, 网上, 网络, 인터넷
news : nachrichten, neuigkeiten, noticias, nouvelles, actualités, notícias, notizie, nieuws, новости, ニュース, 新闻, 뉴스
weather : wetter, tiempo, clima, météo, tempo, meteo, weer, погода, 天気, 天气, 날씨
sheet | spreadsheet : blatt, tabellenblatt, tabellenkalkulation, hoja, hoja de cálculo, feuille, feuille de calcul, tableur, planilha, folha de cálculo, foglio, foglio di calcolo, werkblad, лист, таблица, シート, 表計算, 工作表, 电子表格, 시트
cell | range : zelle, zellen, celda, celdas, cellule, cellules, célula, células, cella, cel, ячейка, ячейки, セル, 单元格, 셀
design : entwurf, gestaltung, diseño, conception, maquette, desenho, progetto grafico, ontwerp, дизайн, デザイン, 设计, 디자인
notification : benachrichtigung, benachrichtigungen, notificación, notificaciones, notifications, notificação, notificações, notifica, notifiche, melding, уведомление, уведомления, 通知, 알림
unread : ungelesen, ungelesene, no leído, no leídos, sin leer, non lu, non lus, não lido, não lidas, non letto, ongelezen, непрочитанные, 未読, 未读
settings | config : einstellungen, konfiguration, configuración, ajustes, configuration, paramètres, réglages, configuração, configurações, impostazioni, instellingen, настройки, 設定, 设置, 配置, 설정
password | secret : passwort, kennwort, contraseña, mot de passe, senha, wachtwoord, пароль, パスワード, 密码, 비밀번호
account : konto, cuenta, compte, conta, account, аккаунт, アカウント, 账户, 账号, 계정
documentation | docs : dokumentation, anleitung, handbuch, documentación, documentation, mode d'emploi, documentação, documentazione, documentatie, документация, ドキュメント, 説明書, 文档, 문서
note : notiz, notizen, nota, notas, remarque, note, anotação, notitie, заметка, заметку, メモ, ノート, 笔记, 备注, 메모
wiki : вики, 百科
environment : umgebung, umgebungsvariablen, entorno, environnement, ambiente, omgeving, окружение, 環境, 环境, 환경
last | latest | recent : letzte, letzten, neueste, neuesten, último, últimos, última, últimas, dernier, derniers, dernière, dernières, récent, ultimo, ultimi, laatste, последние, последний, 最新, 最近, 最後, 최근
all : alle, alles, todo, todos, todas, tout, tous, toutes, tudo, tutto, tutti, alle, все, всё, 全部, すべて, 所有, 모두
who : wer, wem, quién, quien, qui, quem, chi, wie, кто, 誰, 谁, 누가
when : wann, cuándo, quand, quando, wanneer, когда, いつ, 什么时候, 언제
where : wo, wohin, dónde, où, onde, dove, waar, где, куда, どこ, 哪里, 어디
why : warum, wieso, weshalb, por qué, pourquoi, por que, perché, waarom, почему, なぜ, 为什么, 왜
invoice : rechnung, rechnungen, factura, facturas, facture, factures, fatura, fattura, factuur, счёт, 請求書, 发票, 账单, 청구서
payment : zahlung, bezahlen, pago, pagar, paiement, payer, pagamento, pagare, betaling, betalen, оплата, оплатить, 支払い, 支付, 付款, 결제
translate : übersetzen, übersetzung, traducir, traducción, traduire, traduction, traduzir, tradução, tradurre, vertalen, перевести, 翻訳, 翻译, 번역
`;
