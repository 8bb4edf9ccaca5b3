<?php
// Fills the host with content in which every member that an import reads has a value of its own that differs from the
// default. Called by import.sh with the folder of WordPress' files.

[, $root] = $argv;
$plugins = "$root/wp-content/mu-plugins";
if (!is_dir($plugins)) {
    mkdir($plugins);
}
copy(__DIR__ . '/newer-members.php', "$plugins/newer-members.php");
$url = parse_url(getenv('HOST_URL'));
$_SERVER['HTTP_HOST'] = $url['host'] . ':' . $url['port'];
$_SERVER['REQUEST_URI'] = '/';
require $root . '/wp-load.php';
foreach (['file', 'image', 'media', 'post', 'nav-menu', 'user'] as $part) {
    require_once ABSPATH . "wp-admin/includes/$part.php";
}

if (username_exists('ana.lucia')) {
    echo "content of every kind was there already\n";
    exit(0);
}

/** Returns the result of a WordPress function, or stops the script if it is an error. */
function made(mixed $result): int
{
    if (is_wp_error($result) || !$result) {
        fwrite(STDERR, 'wordpress: content: ' . (is_wp_error($result) ? $result->get_error_message() : 'nothing made') . "\n");
        exit(1);
    }
    return is_array($result) ? (int) $result['term_id'] : (int) $result;
}

/** Sets columns of an item that WordPress functions cannot set. */
function column(int $id, array $columns): void
{
    $GLOBALS['wpdb']->update($GLOBALS['wpdb']->posts, $columns, ['ID' => $id]);
    clean_post_cache($id);
}

// ---------------------------------------------------------------- settings, of which dates depend on the zone
update_option('timezone_string', 'America/Manaus');
$GLOBALS['wpdb']->replace($GLOBALS['wpdb']->options, ['option_name' => 'WPLANG', 'option_value' => 'es_ES', 'autoload' => 'yes']);
wp_cache_flush();
foreach ([
    'blogname' => 'Jardim & Horta “do Zé”',
    'blogdescription' => 'Plantas > pressa',
    'admin_email' => 'ze@jardim.example',
    'date_format' => 'd/m/Y',
    'time_format' => 'H\hi',
    'start_of_week' => 3,
    'use_smilies' => 0,
    'default_post_format' => 'aside',
    'posts_per_page' => 7,
    'default_ping_status' => 'closed',
    'default_comment_status' => 'closed',
] as $name => $value) {
    update_option($name, $value);
}

// ---------------------------------------------------------------- users
$ana = made(wp_insert_user([
    'user_login' => 'ana.lucia', 'user_pass' => bin2hex(random_bytes(16)), 'user_email' => 'ana@jardim.example',
    'display_name' => 'Ana Lúcia & filhas', 'first_name' => 'Ana', 'last_name' => "d'Ávila", 'nickname' => 'Aninha',
    'user_url' => 'https://ana.example/casa', 'description' => 'Escreve <em>devagar</em> & bem', 'locale' => 'pt_BR',
    'user_nicename' => 'ana-da-casa', 'user_registered' => '2019-03-04 05:06:07', 'role' => 'editor',
]));
$GLOBALS['wpdb']->update($GLOBALS['wpdb']->users, ['user_registered' => '2019-03-04 05:06:07'], ['ID' => $ana]);
update_user_meta($ana, 'locale', 'pt_BR');
clean_user_cache($ana);
(new WP_User($ana))->add_role('contributor');
$bia = made(wp_insert_user([
    'user_login' => 'bia', 'user_pass' => bin2hex(random_bytes(16)), 'user_email' => 'bia@jardim.example', 'role' => 'author',
]));

// ---------------------------------------------------------------- terms
$horta = made(wp_insert_term('Horta & jardim', 'category', ['slug' => 'a-horta', 'description' => 'Da <b>terra</b> & do vaso']));
$vasos = made(wp_insert_term('Vasos', 'category', ['slug' => 'os-vasos', 'description' => 'De barro', 'parent' => $horta]));
$sol = made(wp_insert_term('Sol “forte”', 'post_tag', ['slug' => 'o-sol', 'description' => 'Ao meio-dia']));
$sombra = made(wp_insert_term('Sombra', 'post_tag', ['slug' => 'a-sombra', 'description' => 'À tarde']));
$chamadas = made(wp_insert_term('Chamadas', 'wp_pattern_category', ['slug' => 'as-chamadas', 'description' => 'Para o fim']));
$below = made(wp_insert_term('No pé', 'nav_menu', ['slug' => 'o-pe', 'description' => 'No fim de tudo']));
$menu = made(wp_insert_term('Menu & cia', 'nav_menu', ['slug' => 'o-menu', 'description' => 'No alto']));
update_option('default_category', $horta);
update_option('nav_menu_options', ['auto_add' => [$menu]]);
set_theme_mod('nav_menu_locations', ['topo' => $menu]);

// ---------------------------------------------------------------- media
/** Adds a file to the uploads and creates a media item for it. */
function media(string $name, string $bytes, array $item, string $alt): int
{
    $file = wp_upload_bits($name, null, $bytes, '2019/04');
    $item += ['post_mime_type' => wp_check_filetype($name)['type'], 'guid' => $file['url']];
    $id = made(wp_insert_attachment($item, $file['file'], 0, true));
    wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file['file']));
    update_post_meta($id, '_wp_attachment_image_alt', $alt);
    return $id;
}

/** A picture of one colour. */
function picture(int $width, int $height, callable $write): string
{
    $image = imagecreatetruecolor($width, $height);
    imagefill($image, 0, 0, imagecolorallocate($image, 10, 120, 40));
    ob_start();
    $write($image);
    return ob_get_clean();
}

$ipe = media('ipe-amarelo.jpg', picture(2700, 1800, fn ($image) => imagejpeg($image, null, 60)), [
    'post_title' => 'Ipê & cia', 'post_excerpt' => 'A <em>legenda</em> do ipê', 'post_content' => 'A descrição do <b>ipê</b>',
    'post_name' => 'o-ipe', 'post_author' => $ana, 'comment_status' => 'open', 'ping_status' => 'open',
    'post_date' => '2019-04-05 10:11:12', 'post_date_gmt' => '2019-04-05 14:11:12',
], 'Um ipê em flor');
update_post_meta($ipe, '_wp_page_template', 'foto-larga');
column($ipe, ['post_modified' => '2019-05-06 07:08:09', 'post_modified_gmt' => '2019-05-06 11:08:09']);
$details = wp_get_attachment_metadata($ipe);
$details['image_meta'] = array_merge($details['image_meta'], [
    'aperture' => '2.8', 'credit' => 'Zé', 'camera' => 'Câmera 3', 'caption' => 'Da câmera', 'copyright' => '2019 Zé',
    'title' => 'Título da câmera', 'keywords' => ['ipê', 'flor'],
]);
wp_update_attachment_metadata($ipe, $details);
$folha = media('folha.png', picture(400, 300, fn ($image) => imagepng($image)), [
    'post_title' => 'Folha', 'post_name' => 'a-folha', 'post_author' => $bia, 'post_excerpt' => 'A legenda da folha',
    'post_content' => 'A descrição da folha', 'post_status' => 'private', 'comment_status' => 'closed', 'ping_status' => 'closed',
], 'Uma folha');
$details = wp_get_attachment_metadata($folha);
$details['parent_image'] = ['attachment_id' => (string) $ipe, 'file' => '2019/04/ipe-amarelo.jpg'];
wp_update_attachment_metadata($folha, $details);
$notas = media('notas.txt', "uma nota\n", ['post_title' => 'Notas', 'post_name' => 'as-notas', 'post_author' => $ana], 'Um papel');
update_option('site_logo', $ipe);
update_option('site_icon', $folha);

// ---------------------------------------------------------------- posts and pages
$faq = '{"items":[{"question":"Quando?","answer":"Hoje."}]}';
$notes = '[{"id":"n1","content":"uma nota"}]';
$text = fn (string $of): string => "<!-- wp:paragraph -->\n<p>O texto d$of & “mais”. Uma horta cabe em qualquer varanda, e "
    . "quem cuida dela todos os dias colhe antes do que imagina.</p>\n<!-- /wp:paragraph -->";
$post = made(wp_insert_post(wp_slash([
    'post_title' => 'O post & “tudo”', 'post_content' => $text('o post'), 'post_excerpt' => 'O resumo d<em>o post</em>',
    'post_name' => 'o-post-de-tudo', 'post_status' => 'publish', 'post_author' => $ana, 'comment_status' => 'open',
    'ping_status' => 'open', 'post_date' => '2020-01-02 03:04:05', 'post_date_gmt' => '2020-01-02 07:04:05',
    'post_category' => [$horta, $vasos], 'tags_input' => [$sol, $sombra],
    'meta_input' => ['pauta_faq_enabled' => '1', 'pauta_faq_data' => $faq, 'footnotes' => $notes],
]), true));
wp_set_post_terms($post, [$sol, $sombra], 'post_tag');
set_post_thumbnail($post, $ipe);
set_post_format($post, 'quote');
stick_post($post);
update_post_meta($post, '_wp_page_template', 'post-largo');
$second = made(wp_insert_post(wp_slash([
    'post_title' => 'O segundo post', 'post_content' => $text('o segundo'), 'post_status' => 'publish',
    'post_author' => $bia, 'post_category' => [$horta],
]), true));
wp_set_post_terms($second, [$sombra], 'post_tag');
wp_update_post(['ID' => $notas, 'post_parent' => $post]);
wp_update_post(['ID' => $ipe, 'post_parent' => $post]);
column($ipe, ['post_modified' => '2019-05-06 07:08:09', 'post_modified_gmt' => '2019-05-06 11:08:09']);
foreach (['draft', 'pending', 'private', 'trash', 'future'] as $number => $status) {
    $other = made(wp_insert_post(wp_slash([
        'post_title' => "Um post $status", 'post_content' => $text("e $status"), 'post_excerpt' => "Resumo $status",
        'post_name' => "um-post-$status", 'post_author' => $bia, 'post_status' => $status === 'trash' ? 'publish' : $status,
        'post_password' => $status === 'trash' ? 'segredo' : '', 'comment_status' => 'closed', 'ping_status' => 'closed',
        'post_date' => $status === 'future' ? '2033-01-02 03:04:05' : '2021-01-02 03:04:05',
        'post_date_gmt' => $status === 'future' ? '2033-01-02 07:04:05' : '2021-01-02 07:04:05', 'edit_date' => true,
    ]), true));
    if ($status === 'trash') {
        wp_trash_post($other);
    }
}
$pages = [];
foreach (['A página de cima', 'A página de baixo', 'A página dos posts'] as $number => $title) {
    $pages[] = made(wp_insert_post(wp_slash([
        'post_type' => 'page', 'post_title' => $title, 'post_content' => $text("a página $number"),
        'post_excerpt' => "O resumo da página $number", 'post_name' => "a-pagina-$number", 'post_status' => 'publish',
        'post_author' => $number % 2 ? $bia : $ana, 'post_parent' => $number === 1 ? $pages[0] : 0,
        'menu_order' => 4 - $number, 'comment_status' => $number ? 'open' : 'closed', 'ping_status' => $number ? 'closed' : 'open',
        'post_password' => $number === 1 ? 'senha da página' : '',
        'post_date' => '2020-02-03 03:04:05', 'post_date_gmt' => '2020-02-03 07:04:05',
        'meta_input' => ['footnotes' => '[{"id":"p1","content":"nota da página"}]'],
    ]), true));
    set_post_thumbnail($pages[$number], $ipe);
    update_post_meta($pages[$number], '_wp_page_template', "pagina-$number");
}
update_option('show_on_front', 'page');
update_option('page_on_front', $pages[0]);
update_option('page_for_posts', $pages[2]);

// ---------------------------------------------------------------- blocks
$blocks = [];
foreach (['publish', 'draft'] as $number => $status) {
    $blocks[] = made(wp_insert_post(wp_slash([
        'post_type' => 'wp_block', 'post_title' => "O bloco $number", 'post_content' => $text("o bloco $number"),
        'post_excerpt' => "O resumo do bloco $number", 'post_name' => "o-bloco-$number", 'post_status' => $status,
        'post_password' => $number ? 'senha do bloco' : '',
        'post_date' => '2020-03-0' . ($number + 4) . ' 03:04:05',
        'post_date_gmt' => '2020-03-0' . ($number + 4) . ' 07:04:05', 'edit_date' => true,
        'meta_input' => ['footnotes' => '[{"id":"b1","content":"nota do bloco"}]', 'wp_pattern_sync_status' => $number ? 'partial' : 'unsynced'],
    ]), true));
    if ($number === 0) {
        wp_set_post_terms($blocks[$number], [$chamadas], 'wp_pattern_category');
    }
    update_post_meta($blocks[$number], '_wp_page_template', "bloco-$number");
}

// ---------------------------------------------------------------- menu items
/** Adds an item to the menu. */
function menu_item(int $menu, int $place, array $item): int
{
    $known = [];
    foreach ($item + ['position' => $place, 'status' => 'publish'] as $name => $value) {
        $known["menu-item-$name"] = is_string($value) ? wp_slash($value) : $value;
    }
    return made(wp_update_nav_menu_item($menu, 0, $known));
}

$own = fn (int $number): array => [
    'attr-title' => "A dica $number", 'description' => "A descrição do item $number", 'target' => '_blank',
    'classes' => "destaque numero-$number", 'xfn' => 'friend met',
];
$first = menu_item($menu, 1, ['title' => 'O item da página', 'type' => 'post_type', 'object' => 'page', 'object-id' => $pages[1]] + $own(1));
menu_item($menu, 2, ['type' => 'taxonomy', 'object' => 'category', 'object-id' => $vasos, 'parent-id' => $first] + $own(2));
menu_item($menu, 3, ['title' => 'Fora & longe', 'type' => 'custom', 'url' => 'https://example.com/fora?a=1&b=2', 'status' => 'draft'] + $own(3));
menu_item($below, 1, ['title' => 'No pé', 'type' => 'custom', 'url' => 'https://example.com/pe'] + $own(4));

// ---------------------------------------------------------------- comments
$parent = 0;
foreach (['1', '0', 'spam', 'trash'] as $number => $status) {
    $parent = made(wp_insert_comment(wp_slash([
        'comment_post_ID' => $post, 'comment_parent' => $parent, 'user_id' => $number === 1 ? $ana : 0,
        'comment_author' => "Zé & Cia $number", 'comment_author_email' => "ze$number@example.com",
        'comment_author_url' => "https://ze.example/$number", 'comment_author_IP' => "192.0.2.$number",
        'comment_agent' => "Navegador/$number", 'comment_content' => "Gostei <strong>$number</strong> vezes",
        'comment_date' => "2020-04-0" . ($number + 1) . ' 03:04:05', 'comment_date_gmt' => "2020-04-0" . ($number + 1) . ' 07:04:05',
        'comment_approved' => $status, 'comment_type' => $number === 2 ? 'pingback' : 'comment',
    ])));
}
$note = made(wp_insert_comment(wp_slash([
    'comment_post_ID' => $pages[0], 'user_id' => $bia, 'comment_author' => 'Bia', 'comment_author_email' => 'bia@jardim.example',
    'comment_content' => 'Falta a fonte.', 'comment_type' => 'note', 'comment_approved' => '1',
    'comment_date' => '2020-05-01 03:04:05', 'comment_date_gmt' => '2020-05-01 07:04:05',
])));
update_comment_meta($note, '_wp_note_status', 'resolved');

// ---------------------------------------------------------------- revisions
foreach ([$post, $pages[0], $pages[1], $blocks[0], $blocks[1]] as $place => $item) {
    foreach ([$ana, $bia, $ana] as $round => $editor) {
        wp_set_current_user($editor);
        $notes = '[{"id":"r' . $round . '","content":"nota da volta, item ' . $place . '"}]';
        wp_update_post(wp_slash([
            'ID' => $item, 'post_title' => "A volta $round de $place", 'post_content' => $text("a volta $round de $place"),
            'post_excerpt' => "O resumo da volta $round",
        ]));
        $newest = array_key_first(wp_get_post_revisions($item));
        update_metadata('post', $newest, 'footnotes', wp_slash($notes));
        $date = '2020-06-0' . ($round + 1);
        column($newest, ['post_date' => "$date 03:04:05", 'post_date_gmt' => "$date 07:04:05",
            'post_modified' => "$date 03:04:05", 'post_modified_gmt' => "$date 07:04:05", 'post_author' => $editor]);
    }
    update_post_meta($item, 'footnotes', wp_slash($notes));
    $date = '2020-07-0' . ($place + 1);
    column($item, ['post_modified' => "$date 03:04:05", 'post_modified_gmt' => "$date 07:04:05"]);
}
// An autosave is not a revision.
wp_set_current_user($ana);
made(wp_create_post_autosave(wp_slash([
    'post_ID' => $post, 'post_type' => 'post', 'post_title' => 'Ainda não', 'post_content' => 'Ainda não', 'post_excerpt' => '',
])));
echo "content of every kind is there\n";
