"""Mixtures and products of likelihoods, and how likelihoods and kernels show themselves."""

from __future__ import annotations

import numpy as np
import pytest
from phigp._compose import NOISE
from phigp._latex import formula_latex

import phigp
from phigp import InvalidInput, Likelihood, TiltedLaw, inference, kernels, likelihoods

DISTANCES = np.array([-30.0, -2.5, -0.1, 0.3, 4.0])


def log_density(likelihood):
    return inference.observe(likelihood, DISTANCES).log_density(np.zeros(len(DISTANCES)))


@pytest.mark.parametrize("name", list(NOISE))
def test_noise_laws_as_formulas_are_those_of_the_catalogue(name):
    one = Likelihood(name)
    twice = likelihoods.mixture(one, one)
    np.testing.assert_allclose(log_density(twice), log_density(one), rtol=1e-11)


def test_every_symmetric_noise_law_of_the_catalogue_can_be_composed():
    def symmetric(name):
        stated = {"tau": 0.7} if name == "asymmetric-laplace" else {}
        found = inference.observe(Likelihood(name, **stated), [-1.0, 1.0]).log_density([0.0, 0.0])
        return found[0] == pytest.approx(found[1])

    real = [name for name, entry in likelihoods._CATALOGUE.items() if entry["location_family"]]
    assert sorted(name for name in real if symmetric(name)) == sorted(NOISE)


def test_density_of_a_mixture_is_the_weighted_sum():
    parts = [likelihoods.Laplace(b=0.5), likelihoods.StudentT(nu=3, sigma=2.0)]
    mixed = likelihoods.mixture(*parts, weights=[3, 1])
    expected = np.log(0.75 * np.exp(log_density(parts[0])) + 0.25 * np.exp(log_density(parts[1])))
    np.testing.assert_allclose(log_density(mixed), expected, rtol=1e-11)
    assert mixed.check().verdict == "proven"
    assert "mixture" in TiltedLaw(mixed).certificate
    assert set(mixed.parameters) == {"b", "nu", "sigma"}


def test_density_of_a_product_is_the_product_made_to_integrate_to_one():
    from scipy import integrate

    parts = [likelihoods.Laplace(b=0.5), likelihoods.Gaussian(sigma=2.0)]
    made = likelihoods.product(*parts)
    total = 2 * integrate.quad(lambda u: np.exp(-u / 0.5 - u * u / 8), 0, 40, epsabs=1e-13)[0]
    expected = -np.abs(DISTANCES) / 0.5 - DISTANCES**2 / 8 - np.log(total)
    np.testing.assert_allclose(log_density(made), expected, rtol=1e-10)
    assert "sum of 2" in TiltedLaw(made).certificate
    same = likelihoods.product(likelihoods.Laplace(b=1), likelihoods.Laplace(b=3))
    assert same.parameters == {"b1": 1.0, "b2": 3.0}


def test_nested_mixtures_keep_their_parameters_apart():
    laplace = likelihoods.Laplace
    inner = likelihoods.mixture(laplace(b=1), laplace(b=2))  # b1 and b2
    for parts in ([laplace(b=3), laplace(b=4), inner], [inner, laplace(b=3), laplace(b=4)]):
        mixed = likelihoods.mixture(*parts)
        assert sorted(mixed.parameters.values()) == [1.0, 2.0, 3.0, 4.0]
        expected = np.log(sum(np.exp(log_density(part)) for part in parts) / 3)
        np.testing.assert_allclose(log_density(mixed), expected, rtol=1e-11)
    twice = likelihoods.mixture(inner, inner.with_parameters(b1=5, b2=6))
    assert sorted(twice.parameters.values()) == [1.0, 2.0, 5.0, 6.0]


def test_a_parameter_named_like_a_number_of_another_stays_itself():
    one = Likelihood(phi="exp(-sqrt(r)/b - b1*r)", b=0.5, b1=0.1)
    other = Likelihood(phi="exp(-b*r)", b=0.2)
    for parts in ([one, other, other], [other, one], [other, other, one]):
        made = likelihoods.product(*parts)
        assert len(made.parameters) == sum(len(part.parameters) for part in parts)
        # A product is made to integrate to one: of logarithms only differences are the parts'.
        expected = sum(log_density(part) for part in parts)
        found = log_density(made)
        np.testing.assert_allclose(found - found[2], expected - expected[2], rtol=1e-10)


def test_phi_are_mixed_as_phi():
    mixed = likelihoods.mixture(
        Likelihood(phi="exp(-r)", link="classification"),
        Likelihood(phi="exp(-a*r)", link="classification", a=2),
    )
    assert mixed.phi == "0.5*(exp(-r)) + 0.5*(exp(-a*r))"
    assert mixed.link == "classification"


def test_a_contaminated_normal_finds_its_outliers(tmp_path):
    rng = np.random.default_rng(0)
    x = np.linspace(0, 6, 100).reshape(-1, 1)
    y = np.sin(x[:, 0]) + 0.1 * rng.normal(size=100)
    y[::10] += rng.normal(scale=5, size=10)
    normal = likelihoods.Gaussian
    likelihood = likelihoods.mixture(normal(sigma=0.4), normal(sigma=0.6), weights=[9, 1])
    model = phigp.GPRegressor(likelihood=likelihood).fit(x, y)
    assert model.score(x, np.sin(x[:, 0])) > 0.99
    learned = model.likelihood_.parameters
    outliers = np.sqrt(np.mean((y - np.sin(x[:, 0]))[::10] ** 2))
    assert np.std(y) * learned["sigma1"] == pytest.approx(0.1, rel=0.3)
    assert np.std(y) * learned["sigma2"] == pytest.approx(outliers, rel=0.3)
    model.save(tmp_path / "model.phigp")
    again = phigp.load(tmp_path / "model.phigp")
    np.testing.assert_allclose(again.predict(x), model.predict(x), rtol=1e-9)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: likelihoods.mixture(likelihoods.Laplace()), "at least two"),
        (lambda: likelihoods.product(), "at least two"),
        (lambda: likelihoods.mixture(likelihoods.Laplace(), likelihoods.Logistic()), "logistic"),
        (lambda: likelihoods.product(likelihoods.Laplace(), likelihoods.Binomial()), "binomial"),
        (
            lambda: likelihoods.mixture(
                likelihoods.Laplace(), likelihoods.Gaussian(), weights=[1, -1]
            ),
            "positive",
        ),
        (
            lambda: likelihoods.mixture(likelihoods.Laplace(), likelihoods.Gaussian(), weights=[1]),
            "2 positive",
        ),
    ],
)
def test_what_cannot_be_composed_is_refused(call, words):
    with pytest.raises(InvalidInput, match=words):
        call()


def test_likelihoods_and_kernels_show_their_mathematics():
    laplace = likelihoods.Laplace(b=2)
    assert repr(laplace) == "Likelihood('laplace', b=2): p(y|f) = exp(-|y-f|/b) / (2*b)"
    assert r"\frac{" in laplace._repr_latex_()
    assert "<code>" in laplace._repr_html_()
    assert r"\varphi(r) = e^{-r}" in Likelihood(phi="exp(-r)")._repr_latex_()
    kernel = 2 * kernels.RBF(ard=True) + kernels.Linear() * kernels.Periodic(period=7)
    assert kernel._repr_latex_().startswith("$")
    assert kernel._repr_latex_() == (
        r"$\displaystyle k(x, x') = 2\,e^{-s_{1}/2} + s_{2}\,e^{-2 s_{3}}"
        r",\quad s_{1} = \sum_{d} \frac{(x_d - x'_d)^2}{\ell_d^2}"
        r",\quad s_{2} = \sum_{d} x_d x'_d"
        r",\quad s_{3} = \sum_{d} \frac{\sin^2(\pi (x_d - x'_d) / 7)}{\ell^2}$"
    )
    assert "periodic(period=7)" in kernel._repr_html_()
    learned = kernels.Kernel("1.23456e-05*rbf(lengthscale=[1,0.5], dims=['body_mass',2]) + white")
    assert learned._repr_latex_() == (
        r"$\displaystyle k(x, x') = 1.235 \cdot 10^{-5}\,e^{-s/2} + \delta_{x x'}"
        r",\quad s = \sum_{d \in \{\text{body\_mass}, 2\}} \frac{(x_d - x'_d)^2}{\ell_d^2}"
        r",\; \ell = (1, 0.5)$"
    )


def test_what_a_notebook_shows_is_html():
    shown = Likelihood(phi=lambda r: np.exp(-r))._repr_html_()
    assert "<lambda>" not in shown
    assert shown.count("&lt;lambda&gt;") == 2
    assert "x < 1" not in Likelihood(phi="x < 1")._repr_html_()


@pytest.mark.parametrize("name", likelihoods.names())
def test_every_density_of_the_catalogue_has_balanced_latex(name):
    text = Likelihood(name)._repr_latex_()
    assert text.count("{") == text.count("}")
    assert text.count(r"\left") == text.count(r"\right")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a*(b+c)", r"a \left(b + c\right)"),
        ("a-(b-c)", r"a - \left(b - c\right)"),
        ("(1+r)^(-2)", r"\left(1 + r\right)^{-2}"),
        ("nu1^2", r"\nu_{1}^{2}"),
        ("2*3", r"2 \cdot 3"),
        ("exp(-r)^2", r"\left(e^{-r}\right)^{2}"),
        ("2*exp(-r)", r"2 e^{-r}"),
        ("lgamma(r)^2", r"\left(\log \Gamma\left(r\right)\right)^{2}"),
        ("+r/2", r"\frac{r}{2}"),
        ("a - +b", "a - b"),
        ("-r/2", r"-\frac{r}{2}"),
        ("a + -b", r"a + \left(-b\right)"),
        ("1e-5*r^2e7", r"10^{-5} r^{2 \cdot 10^{7}}"),
        ("words, and more", r"\text{words, and more}"),
        ("100% of r_1", r"\text{100\% of r\_1}"),
    ],
)
def test_formulas_as_latex(text, expected):
    assert formula_latex(text) == expected
