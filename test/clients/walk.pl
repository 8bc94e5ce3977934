# Walks the main job of a back end with a client that is generated from the OpenAPI document: OpenAPI::Client of Perl.
# Prints what it saw as JSON. Usage: walk.pl <address of the service>
use strict;
use warnings;
use Mojo::JSON 'encode_json';
use Mojo::URL;
use Mojo::Util 'b64_encode';
use OpenAPI::Client;

my $url    = shift or die "usage: walk.pl <url>\n";
my $client = OpenAPI::Client->new("$url/openapi.json");
my $ua     = $client->ua;

my $login = 'Basic ' . b64_encode('c00000000000000000000001:sandbox-secret', '');
my $token = $ua->post(
    "$url/oauth/token/", {Authorization => $login}, form => {grant_type => 'client_credentials'})->result->json;
$ua->on(start => sub {
    my ($self, $tx) = @_;
    $tx->req->headers->authorization("Bearer $token->{access_token}");
});

# The answer of an operation that must succeed.
sub must {
    my $tx = shift;
    my $answer = $tx->res;
    die join(' ', $tx->req->method, $tx->req->url, $answer->code // '-', $answer->body), "\n" if $tx->error;
    return $answer->json;
}

my $variant = 'b00000000000000000000003';
my $cart    = {PlanVariantId => $variant, ComponentSubscriptions => [{ComponentId => 'd00000000000000000000001', Quantity => 2}]};
my $ada     = {FirstName => 'Ada', LastName => 'Lovelace', EmailAddress => 'ada@example.com', Address => {Country => 'DE'}};

my $plans    = must($client->getProductInfo);
my $hook     = must($client->postWebhooks({}, json => {Url => 'http://localhost:9/hooks', Events => ['InvoiceCreated']}));
my $preview  = must($client->postOrdersPreview({}, json => {Cart => $cart, Customer => $ada}));
my $order    = must($client->postOrders({}, json => {Cart => $cart, Customer => $ada}));
my $contract = must($client->postOrdersByIdCommit({id => $order->{Id}}, json => {PaymentMethod => 'InvoicePayment'}));
my %contract = (id => $contract->{Id});
my $usage    = must($client->postContractsByIdUsage(
    {%contract}, json => {ComponentId => 'd00000000000000000000003', Quantity => 1200, Key => 'january'}));
my $invoices = must($client->getInvoices({contractId => $contract->{Id}, take => 5}));
my $invoice  = must($client->getInvoicesById({id => $invoices->[0]{Id}}));
my $link     = must($client->postInvoicesByIdDownloadLink({id => $invoice->{Id}}));
my $pdf      = $ua->get($link->{Url})->result;
my $booking  = must($client->postContractsByIdPayment(
    {%contract}, json => {Amount => $invoice->{TotalGross}, Currency => 'EUR', Description => 'Bank transfer'}));
my $customer = must($client->patchCustomersById({id => $contract->{CustomerId}}, json => {CompanyName => 'Engines Ltd'}));
my $upgrade  = must($client->postOrders({}, json => {ContractId => $contract->{Id}, Cart => {PlanVariantId => 'b00000000000000000000004'}}));
my $changed  = must($client->postOrdersByIdCommit({id => $upgrade->{Id}}, json => {}));
my $looked   = must($client->getContractsByIdCancellationPreview({%contract}));
my $ended    = must($client->postContractsByIdEnd({%contract}, json => {EndDate => $looked->{EndDate}}));
my $token2   = must($client->getContractsByIdSelfServiceToken({%contract, tokenValidity => 60}));

# What the document forbids, the client refuses before it asks; what only a rule of the service forbids, the service does.
my $local   = $client->postContractsByIdUsage({%contract}, json => {ComponentId => 5});
my $refused = $client->postOrdersByIdCommit({id => $order->{Id}}, json => {PaymentMethod => 'InvoicePayment'});

print encode_json({
    plans => scalar @{$plans->{Plans}}, events => $hook->{Events}, preview => $preview->{Order}{TotalGross},
    order => $order->{TotalGross}, status => $contract->{LifecycleStatus}, usage => $usage,
    invoice => $invoice, pdf => substr($pdf->body, 0, 5), booking => $booking->{Amount},
    customer => $customer->{CustomerName}, plan => $changed->{PlanVariantId}, end => $ended->{EndDate},
    token => $token2->{Purpose},
    local => [$local->res->code + 0, defined $local->res->headers->header('X-RateLimit-Limit') ? 'asked' : 'not asked'],
    refused => [$refused->res->code + 0, $refused->res->json('/Code')],
});
