<?php
// Fills the host with what addresses.tsv names, and sets the permalinks to year, month, day and name. Called by
// addresses.sh with the folder of WordPress' files.

[, $root] = $argv;
$url = parse_url(getenv('HOST_URL'));
$_SERVER['HTTP_HOST'] = $url['host'] . ':' . $url['port'];
$_SERVER['REQUEST_URI'] = '/';
require $root . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/taxonomy.php';
require_once ABSPATH . 'wp-admin/includes/misc.php';

$GLOBALS['wp_rewrite']->set_permalink_structure('/%year%/%monthnum%/%day%/%postname%/');
flush_rewrite_rules();
if (get_page_by_path('sobre-nos')) {
    exit(0);
}
$sweets = wp_insert_term('Doces', 'category', ['slug' => 'doces'])['term_id'];
$cakes = wp_insert_term('Bolos', 'category', ['slug' => 'bolos', 'parent' => $sweets])['term_id'];
$post = wp_insert_post([
    'post_title' => 'Bolo de fubá cremoso', 'post_name' => 'bolo-de-fuba-cremoso', 'post_content' => 'texto',
    'post_status' => 'publish', 'post_date' => '2018-11-05 10:00:00', 'post_category' => [$cakes],
    'tags_input' => ['Rápido'], 'post_author' => 1,
]);
set_post_format($post, 'gallery');
$page = wp_insert_post(['post_title' => 'Sobre nós', 'post_name' => 'sobre-nos', 'post_type' => 'page', 'post_status' => 'publish', 'post_content' => 'texto']);
wp_insert_post(['post_title' => 'Equipe', 'post_name' => 'equipe', 'post_type' => 'page', 'post_parent' => $page, 'post_status' => 'publish', 'post_content' => 'texto']);
wp_insert_comment(['comment_post_ID' => $post, 'comment_author' => 'Bia', 'comment_content' => 'Ficou ótimo', 'comment_approved' => 1]);
flush_rewrite_rules();
