<?php
// Installs WordPress in its own database, without a browser and without network, and prints the env
// file of the host. Called by up.sh with the folder of the files.

[, $root] = $argv;
$url = getenv('PAUTA_WORDPRESS_URL');

define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = parse_url($url, PHP_URL_HOST) . ':' . parse_url($url, PHP_URL_PORT);
$_SERVER['REQUEST_URI'] = '/';
require $root . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

function fail(string $why): void
{
    fwrite(STDERR, "wordpress: $why\n");
    exit(1);
}

/** Creates an application password for a user and returns it. */
function application_password(int $user_id): string
{
    $made = WP_Application_Passwords::create_new_application_password($user_id, ['name' => 'pauta']);
    if (is_wp_error($made)) {
        fail('application password: ' . $made->get_error_message());
    }
    return $made[0];
}

/** Creates a user with a role and returns its id. */
function person(string $login, string $name, string $role): int
{
    $id = wp_insert_user([
        'user_login' => $login,
        'user_pass' => bin2hex(random_bytes(16)),
        'user_email' => "$login@example.com",
        'display_name' => $name,
        'role' => $role,
    ]);
    if (is_wp_error($id)) {
        fail('user: ' . $id->get_error_message());
    }
    return $id;
}

$installed = wp_install('Pauta host', 'pauta-admin', 'pauta-admin@example.com', true, '', bin2hex(random_bytes(16)));
update_option('permalink_structure', '/%year%/%monthnum%/%postname%/');
// An offset other than zero reveals dates that lose their zone.
update_option('timezone_string', 'America/Sao_Paulo');
$GLOBALS['wp_rewrite']->init();
flush_rewrite_rules(false);

$admin = (int) $installed['user_id'];
$author = person('pauta-autora', 'Autora & Cia', 'author');
$subscriber = person('pauta-leitora', 'Leitora', 'subscriber');

$environment = [
    'HOST_URL' => $url,
    'HOST_USER' => 'pauta-admin',
    'HOST_APP_PASSWORD' => application_password($admin),
    'HOST_AUTHOR_USER' => 'pauta-autora',
    'HOST_AUTHOR_APP_PASSWORD' => application_password($author),
    'HOST_READER_USER' => 'pauta-leitora',
    'HOST_READER_APP_PASSWORD' => application_password($subscriber),
    'HOST_VERSION' => $GLOBALS['wp_version'],
];
foreach ($environment as $name => $value) {
    echo $name, '=', escapeshellarg($value), "\n";
}
