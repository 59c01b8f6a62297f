"""GPyTorch's SVGP with natural gradients for q and Adam for the rest, for sparse_peer.py.

`NaturalVariationalDistribution` with `NGD(lr=0.1)`, Adam at 0.01, as in the library's own
example; whitened, Z fixed unless Adam is to learn it with the rest (move_inducing). The library's Bernoulli is probit and it has no Matérn noise, so these are written here; its Student-t and
Laplace take the square of the scale, and its degrees of freedom stay above 2.
"""

import os

import gpytorch
import numpy as np
import torch

torch.set_default_dtype(torch.float64)
torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))


class Logistic(gpytorch.likelihoods.likelihood._OneDimensionalLikelihood):
    """p(y = 1 | f) = 1 / (1 + exp(-f)); expectations by the library's quadrature."""

    def forward(self, f, *args, **kwargs):
        return torch.distributions.Bernoulli(logits=f)


class Matern32(gpytorch.likelihoods.likelihood._OneDimensionalLikelihood):
    """sqrt(3) / (4 rho) (1 + x) exp(-x), x = sqrt(3) |y - f| / rho; expectations by the library's quadrature."""

    def __init__(self, rho):
        super().__init__()
        self.register_parameter("raw_rho", torch.nn.Parameter(torch.zeros(1)))
        self.register_constraint("raw_rho", gpytorch.constraints.Positive())
        self.initialize(raw_rho=self.raw_rho_constraint.inverse_transform(torch.tensor([rho])))

    @property
    def rho(self):
        return self.raw_rho_constraint.transform(self.raw_rho)

    def forward(self, f, *args, **kwargs):
        raise NotImplementedError("only the expectation of the logarithm is needed")

    def expected_log_prob(self, y, law, *args, **kwargs):
        def log_density(f):
            x = 3.0**0.5 * (y - f).abs() / self.rho
            return torch.log1p(x) - x + torch.log(3.0**0.5 / (4.0 * self.rho))

        return self.quadrature(log_density, law)


def likelihood_of(start):
    """With the initial parameters."""
    noise = start["parameters"]
    if start["likelihood"] == "logistic":
        return Logistic()
    if start["likelihood"] == "student-t":
        made = gpytorch.likelihoods.StudentTLikelihood()
        made.deg_free, made.noise = noise["nu"], noise["sigma"] ** 2
        return made
    if start["likelihood"] == "matern32":
        return Matern32(noise["rho"])
    made = gpytorch.likelihoods.LaplaceLikelihood()
    made.noise = noise["b"] ** 2
    return made


class Process(gpytorch.models.ApproximateGP):
    """Constant mean and one lengthscale per input."""

    def __init__(self, Z, start, move_inducing):
        q = gpytorch.variational.NaturalVariationalDistribution(len(Z))
        super().__init__(gpytorch.variational.VariationalStrategy(self, Z, q, learn_inducing_locations=move_inducing))
        self.mean_module = gpytorch.means.ConstantMean()
        self.mean_module.initialize(constant=start["mean"])
        rbf = gpytorch.kernels.RBFKernel(ard_num_dims=Z.shape[1])
        self.covar_module = gpytorch.kernels.ScaleKernel(rbf)
        self.covar_module.outputscale = start["variance"]
        rbf.lengthscale = torch.tensor(start["lengthscales"])

    def forward(self, X):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(X), self.covar_module(X))


class Model:
    """What sparse_peer.py drives."""

    def __init__(self, Z, rows, start, move_inducing=False):
        self.name = start["likelihood"]
        self.process = Process(torch.from_numpy(Z), start, move_inducing)
        self.likelihood = likelihood_of(start)
        self.bound = gpytorch.mlls.VariationalELBO(self.likelihood, self.process, num_data=rows)
        self.rows = rows
        self.natural = gpytorch.optim.NGD(self.process.variational_parameters(), num_data=rows, lr=0.1)
        self.adam = torch.optim.Adam([*self.process.hyperparameters(), *self.likelihood.parameters()], lr=0.01)
        self.process.train()
        self.likelihood.train()

    def step(self, X, y):
        self.natural.zero_grad()
        self.adam.zero_grad()
        loss = -self.bound(self.process(torch.from_numpy(X)), torch.from_numpy(y))
        loss.backward()
        self.natural.step()
        self.adam.step()
        return -loss.item() * self.rows

    def latent(self, X):
        self.process.eval()
        found = []
        with torch.no_grad():
            for part in np.array_split(X, max(len(X) // 2000, 1)):
                law = self.process(torch.from_numpy(part))
                found.append((law.mean.numpy(), law.variance.numpy()))
        self.process.train()
        return [np.concatenate(parts) for parts in zip(*found)]

    def parameters(self):
        if self.name == "student-t":
            return {"nu": self.likelihood.deg_free.item(), "sigma": self.likelihood.noise.item() ** 0.5}
        if self.name == "matern32":
            return {"rho": self.likelihood.rho.item()}
        return {} if self.name == "logistic" else {"b": self.likelihood.noise.item() ** 0.5}

    def values(self):
        kernel = self.process.covar_module
        return {**self.parameters(), "variance": kernel.outputscale.item(),
                "lengthscales": kernel.base_kernel.lengthscale.detach().numpy().ravel().tolist(),
                "mean": self.process.mean_module.constant.item()}

    def inducing(self):
        return self.process.variational_strategy.inducing_points.detach().numpy()

    def state(self):
        return [{k: v.clone() for k, v in part.state_dict().items()} for part in (self.process, self.likelihood)]

    def restore(self, state):
        self.process.load_state_dict(state[0])
        self.likelihood.load_state_dict(state[1])
