"""GPflow's SVGP for sparse_peer.py: natural gradients for q and Adam for the rest, or Adam for all.

One step is one tf.function: both updates are compiled together. NaturalGradient's rate rises from 1e-4 to 0.1 over the
first five steps, evenly in the logarithm, as its authors advise where the likelihood is not Gaussian; Adam's is 0.01. Whitened, Z fixed
unless Adam is to learn it with the rest (move_inducing).
The library's Bernoulli is probit unless it is given an inverse link; its Student-t does not learn the degrees of freedom, and
it has neither Laplace nor Matérn noise: all are mended here by a few lines.
"""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")  # GPflow's variables are not those of Keras 3

import gpflow
import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp
import tf_keras

THREADS = int(os.environ.get("OMP_NUM_THREADS", "1"))
tf.config.threading.set_intra_op_parallelism_threads(THREADS)
tf.config.threading.set_inter_op_parallelism_threads(1)


class StudentT(gpflow.likelihoods.ScalarLikelihood):
    """Scale and degrees of freedom learned; expectations by the library's quadrature."""

    def __init__(self, sigma, nu):
        super().__init__()
        self.scale = gpflow.Parameter(sigma, transform=gpflow.utilities.positive())
        self.df = gpflow.Parameter(nu, transform=gpflow.utilities.positive())

    def _scalar_log_prob(self, X, F, Y):
        return tfp.distributions.StudentT(self.df, F, self.scale).log_prob(Y)

    def _conditional_mean(self, X, F):
        return tf.identity(F)

    def _conditional_variance(self, X, F):
        return tf.fill(tf.shape(F), self.scale**2 * self.df / (self.df - 2.0))


class Laplace(gpflow.likelihoods.ScalarLikelihood):
    """exp(-|y - f| / b) / (2 b); expectations by the library's quadrature."""

    def __init__(self, b):
        super().__init__()
        self.b = gpflow.Parameter(b, transform=gpflow.utilities.positive())

    def _scalar_log_prob(self, X, F, Y):
        return -tf.abs(Y - F) / self.b - tf.math.log(2.0 * self.b)

    def _conditional_mean(self, X, F):
        return tf.identity(F)

    def _conditional_variance(self, X, F):
        return tf.fill(tf.shape(F), 2.0 * self.b**2)


class Matern32(gpflow.likelihoods.ScalarLikelihood):
    """sqrt(3) / (4 rho) (1 + x) exp(-x), x = sqrt(3) |y - f| / rho; expectations by the library's quadrature."""

    def __init__(self, rho):
        super().__init__()
        self.rho = gpflow.Parameter(rho, transform=gpflow.utilities.positive())

    def _scalar_log_prob(self, X, F, Y):
        x = 3.0**0.5 * tf.abs(Y - F) / self.rho
        return tf.math.log1p(x) - x + tf.math.log(3.0**0.5 / (4.0 * self.rho))

    def _conditional_mean(self, X, F):
        return tf.identity(F)

    def _conditional_variance(self, X, F):
        return tf.fill(tf.shape(F), 4.0 / 3.0 * self.rho**2)


def likelihood_of(start):
    """With the initial parameters."""
    noise = start["parameters"]
    if start["likelihood"] == "logistic":
        return gpflow.likelihoods.Bernoulli(invlink=tf.sigmoid)
    if start["likelihood"] == "student-t":
        return StudentT(noise["sigma"], noise["nu"])
    if start["likelihood"] == "matern32":
        return Matern32(noise["rho"])
    return Laplace(noise["b"])


class Model:
    """What sparse_peer.py drives."""

    def __init__(self, Z, rows, start, natural, move_inducing=False):
        self.name = start["likelihood"]
        kernel = gpflow.kernels.SquaredExponential(start["variance"], start["lengthscales"])
        self.model = gpflow.models.SVGP(
            kernel,
            likelihood_of(start),
            gpflow.inducing_variables.InducingPoints(Z),
            mean_function=gpflow.functions.Constant(start["mean"]),
            num_data=rows,
            whiten=True,
        )
        gpflow.set_trainable(self.model.inducing_variable, move_inducing)
        self.gamma = tf.Variable(1e-4, dtype=tf.float64, trainable=False)
        self.steps = 0
        if natural:
            gpflow.set_trainable(self.model.q_mu, False)
            gpflow.set_trainable(self.model.q_sqrt, False)
        self.natural = gpflow.optimizers.NaturalGradient(self.gamma) if natural else None
        self.adam = tf_keras.optimizers.Adam(0.01)
        shapes = [tf.TensorSpec([None, Z.shape[1]], tf.float64), tf.TensorSpec([None, 1], tf.float64)]
        self.compiled = tf.function(self._step, input_signature=shapes)
        self.predict = tf.function(self.model.predict_f, input_signature=shapes[:1])

    def _step(self, X, y):
        variables = self.model.trainable_variables
        losses = []

        def loss():
            losses.append(self.model.training_loss((X, y)))
            return losses[-1]

        # The bound is computed once for both updates, which the library's examples do twice.
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(variables)
            if self.natural is None:
                loss()
            else:
                self.natural.minimize(loss, [(self.model.q_mu, self.model.q_sqrt)])
        self.adam.apply_gradients(zip(tape.gradient(losses[0], variables), variables))
        return -losses[0]

    def step(self, X, y):
        self.gamma.assign(1e-4 * 1000.0 ** (min(self.steps, 4) / 4))
        self.steps += 1
        return float(self.compiled(X, y[:, None]))

    def latent(self, X):
        parts = [self.predict(part) for part in np.array_split(X, max(len(X) // 5000, 1))]
        return [np.concatenate([part[k].numpy()[:, 0] for part in parts]) for k in (0, 1)]

    def parameters(self):
        noise = self.model.likelihood
        if self.name == "student-t":
            return {"nu": float(noise.df.numpy()), "sigma": float(noise.scale.numpy())}
        if self.name == "matern32":
            return {"rho": float(noise.rho.numpy())}
        return {} if self.name == "logistic" else {"b": float(noise.b.numpy())}

    def values(self):
        kernel = self.model.kernel
        return {**self.parameters(), "variance": float(kernel.variance.numpy()), "lengthscales": kernel.lengthscales.numpy().tolist(),
                "mean": float(np.ravel(self.model.mean_function.c.numpy())[0])}

    def inducing(self):
        return self.model.inducing_variable.Z.numpy()

    def state(self):
        return [variable.numpy() for variable in self.model.variables]

    def restore(self, state):
        for variable, value in zip(self.model.variables, state):
            variable.assign(value)
